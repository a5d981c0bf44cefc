import { createModuleAccessDeniedError, timeZoneOf, type AccessScope, type Actor } from '../../access/index.ts';
import { MusterError } from '../../errors/index.ts';
import type { GroupMeasure, GroupSort, GroupStep } from '../../ports/index.ts';
import { findField, MATCH_ALL, type FilterContext } from '#engine/model/filter';
import { canonicalTimeZone } from '#engine/model/time';
import type { CompiledField, CompiledModule, Key, KeySchema } from '#engine/model/compiled';
import { namesModules } from '#engine/model/keys';
import { findModule } from '../access/record-access.ts';
import type { GroupInput, GroupResult } from './read-contract.ts';
import type { ReadServices } from '../record-services.ts';
import { prepareRead, withSearch } from './find-records.ts';
import { createUnknownFieldError } from './read-query.ts';
import { rethrowWithCostlyFields } from './rethrow-with-costly-fields.ts';

const DEFAULT_GROUPS = 1000;
const MAX_GROUPS = 10_000;

const MAX_MEASURES = 10;

const MONEY: ReadonlySet<string> = new Set(['sum', 'avg', 'min', 'max']);

/** Counts and aggregates visible records by field or time bucket. Errors: `group_invalid`, and those of filters. */
export async function groupRecords(services: ReadServices, actor: Actor, input: GroupInput): Promise<GroupResult> {
  const { scope, module, query, context, search, warnings } = await prepareRead(services, actor, {
    module: input.module,
    filter: input.filter,
    terms: input.terms,
  });
  const { filter } = withSearch(query, search);
  if (input.by.length > 2) throw createGroupError('by at most two fields');
  if (input.measures.length > MAX_MEASURES) throw createGroupError(`at most ${MAX_MEASURES} measures`);
  assertNamedApart(input.measures);
  const sort = readOrder(input);
  const by = input.by.map((step) => readGroupStep(scope, context, step));
  const measures = input.measures.map((measure) => readMeasure(context, measure));
  const rows = await services.store
    .group({
      collection: query.collection,
      filter,
      ...(query.access === undefined ? {} : { access: query.access }),
      by: by.map((one) => one.step),
      measures: measures.map((one) => one.measure),
      ...(sort === undefined ? {} : { sort }),
      limit: Math.min(input.limit ?? DEFAULT_GROUPS, MAX_GROUPS),
    })
    .catch(rethrowWithCostlyFields(scope, module, { filter }));
  const isMoney = new Set(measures.filter((one) => one.money).map((one) => one.measure.name));
  return {
    warnings,
    groups: rows.map((row) => ({
      keys: row.keys.map((key, index) => by[index]?.show(key) ?? key),
      measures: Object.fromEntries(
        Object.entries(row.measures).map(([name, value]) => [name, isMoney.has(name) && value !== null ? value / 100 : value]),
      ),
    })),
  };
}

function readOrder({ by, measures, sort }: GroupInput): GroupSort | undefined {
  if (sort === undefined) return undefined;
  const { measure, step, descending = false } = sort;
  if ((measure === undefined) === (step === undefined)) throw createGroupError('sorted by one measure or one step');
  if (measure !== undefined) {
    if (!measures.some(({ name }) => name === measure)) throw createGroupError(`no measure is named ${measure}`);
    return { measure, descending };
  }
  if (step === undefined || by[step] === undefined) throw createGroupError(`there is no step ${step} to sort by`);
  return { step, descending };
}

function assertNamedApart(measures: GroupInput['measures']): void {
  const names = new Set<string>();
  for (const { name } of measures) {
    if (names.has(name)) throw createGroupError(`two measures are named ${name}`);
    names.add(name);
  }
  if (measures.filter(({ kind }) => kind === 'distinct').length > 1) throw createGroupError('at most one measure counts different values');
}

function readMeasure(
  context: FilterContext,
  { name, kind, field }: GroupInput['measures'][number],
): { readonly measure: GroupMeasure; readonly money: boolean } {
  if (kind === 'count') return { measure: { name, kind }, money: false };
  if (field === undefined) throw createGroupError(`the measure ${name} names no field`);
  const target = findGroupTarget(context, field);
  const { comparison } = target.field.type;
  if (kind === 'distinct') return { measure: { name, kind, key: readSingleKey(field, target) }, money: false };
  if (comparison !== 'number' && comparison !== 'money') throw createGroupError(`${field} is no number`);
  return { measure: { name, kind, key: target.key }, money: comparison === 'money' && MONEY.has(kind) };
}

function readSingleKey(name: string, { field, key }: GroupTarget): KeySchema {
  if (field.type.comparison === 'none') throw createGroupError(`${name} has no values to compare`);
  if (key.list) throw createGroupError(`${name} holds several values`);
  return key;
}

/** The field of a grouping or a measure. */
export interface GroupTarget {
  readonly field: CompiledField;
  readonly key: KeySchema;
}

/** A step of a grouping in the store's format, and how a key of the store is shown. */
interface ShownStep {
  readonly step: GroupStep;
  readonly show: (key: Key | null) => Key | null;
}

/** Keys of money are cents; those that name a module have a name that stays when it is renamed. */
function createKeyDisplay({ snapshot: { moduleNames } }: AccessScope, { type, definition }: CompiledField): ShownStep['show'] {
  if (type.comparison === 'money') return (key) => (typeof key === 'number' ? key / 100 : key);
  if (!namesModules(definition)) return (key) => key;
  return (key) => {
    if (typeof key !== 'string') return key;
    const [module = '', ...rest] = key.split(':');
    return [moduleNames.ofKey(module), ...rest].join(':');
  };
}

/** A step of a grouping in the store's format. Errors: `group_invalid`, `unknown_field`. */
export function readGroupStep(
  scope: AccessScope,
  context: FilterContext,
  { field: name, unit, timeZone }: GroupInput['by'][number],
): ShownStep {
  const { field, key } = findGroupTarget(context, name);
  const { comparison } = field.type;
  const show = createKeyDisplay(scope, field);
  if (comparison === 'none') throw createGroupError(`${name} has nothing to group by`);
  if (unit === undefined) return { step: { kind: 'key', key }, show };
  if (comparison !== 'day' && comparison !== 'instant') throw createGroupError(`${name} is no date`);
  if (comparison === 'day' && unit === 'hour') throw createGroupError(`${name} has no hours`);
  // One spelling per zone: clocks are cached by it, and stores support no other.
  const zone = timeZone === undefined ? timeZoneOf(scope.snapshot) : canonicalTimeZone(timeZone);
  if (zone === undefined) throw createGroupError(`${timeZone} is no time zone`);
  return { step: { kind: 'bucket', key, of: comparison, unit, timeZone: zone }, show };
}

/** A field, or a part of an Address, that the reader may see on every record. */
export function findGroupTarget(context: FilterContext, name: string): GroupTarget {
  const { module } = context;
  const field = findField(module, name, context) ?? findAddress(module, name, context);
  const isPart = field?.type.comparison === 'address';
  const key = isPart ? field.keys.find((one) => one.id === `${field.id}.${name.slice(field.name.length + 1)}`) : field?.keys[0];
  if (field === undefined || !context.canFilter(module.name, field.name)) throw createUnknownFieldError([name]);
  if (key === undefined) throw name === field.name ? createGroupError(`${name} has nothing to group by`) : createUnknownFieldError([name]);
  return { field, key };
}

function findAddress(module: CompiledModule, name: string, context: FilterContext): CompiledField | undefined {
  const dot = name.indexOf('.');
  return dot < 0 ? undefined : findField(module, name.slice(0, dot), context);
}

export function createGroupError(reason: string): MusterError {
  return new MusterError('group_invalid', { values: { reason } });
}

/**
 * The highest value of the field in any record plus one, including deleted records and those that the actor cannot see;
 * the result reveals nothing else about them. Nothing is reserved. Errors: `module_not_found`, `module_access_denied`,
 * `unknown_field`, `parameter_invalid` if the field is not a number.
 */
export async function readNextNumber(
  services: ReadServices,
  actor: Actor,
  input: { readonly module: string; readonly field: string },
): Promise<number> {
  const scope = await services.access.scope(actor);
  const module = findModule(scope, input.module);
  if (!scope.rights.unrestricted && !scope.rights.module(module.name).access) throw createModuleAccessDeniedError(scope.rights, module);
  const field = module.fields.get(input.field);
  if (field === undefined || !scope.rights.canFilter(module, field.name)) throw createUnknownFieldError([input.field]);
  const [key] = field.keys;
  if (key === undefined || field.type.comparison !== 'number' || key.list)
    throw new MusterError('parameter_invalid', {
      details: [{ field: input.field, code: 'no_number', message: 'There is no number of this name.' }],
    });
  const [last] = await services.store.find({
    collection: module.storage.name,
    filter: MATCH_ALL,
    sort: [{ kind: 'key', key, descending: true }],
    limit: 1,
  });
  const highest = last?.document[field.name];
  const first = Math.ceil(field.definition.firstNumber ?? field.definition.minimum ?? 1);
  return typeof highest === 'number' ? Math.max(first, Math.floor(highest) + 1) : first;
}

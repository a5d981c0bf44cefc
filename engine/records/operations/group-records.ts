import { timeZoneOf, type AccessScope, type Actor } from '../../access/index.ts';
import { MusterError } from '../../errors/index.ts';
import type { GroupMeasure, GroupStep } from '../../ports/index.ts';
import { findField, type CompiledField, type CompiledModule, type FilterContext, type KeyShape } from '#engine/model';
import type { GroupInput, GroupResult } from '../contract.ts';
import type { RecordKernel } from '../kernel.ts';
import { nameCostlyFields } from '../stages/name-costly-fields.ts';
import { reachModule } from '../stages/reach-module.ts';
import { buildReadQuery, refuseField } from '../stages/read-query.ts';

const MOST_GROUPS = 1000;
const MOST_MEASURES = 10;
const MONEY: ReadonlySet<string> = new Set(['sum', 'avg', 'min', 'max']);

interface Target {
  readonly field: CompiledField;
  readonly key: KeyShape;
}

/** Counts and measures by field or time bucket, over what the reader sees. Errors: `group_invalid`, and those of filters. */
export async function groupRecords(kernel: RecordKernel, actor: Actor, input: GroupInput): Promise<GroupResult> {
  const scope = await kernel.access.scope(actor);
  const module = reachModule(scope, input.module);
  const { query, context, warnings } = buildReadQuery(kernel, scope, { module, filter: input.filter });
  if (input.by.length < 1 || input.by.length > 2) throw refuseGroup('by one or two fields');
  if (input.measures.length > MOST_MEASURES) throw refuseGroup(`at most ${MOST_MEASURES} measures`);
  assertNamedApart(input.measures);
  const by = input.by.map((step) => readStep(scope, context, step));
  const measures = input.measures.map((measure) => readMeasure(scope, context, measure));
  const rows = await kernel.store.group({
    collection: query.collection,
    filter: query.filter,
    ...(query.access === undefined ? {} : { access: query.access }),
    by: by.map((one) => one.step),
    measures: measures.map((one) => one.measure),
    limit: Math.min(input.limit ?? MOST_GROUPS, MOST_GROUPS),
  }).catch(nameCostlyFields(scope, module, { filter: query.filter }));
  const isMoney = new Set(measures.filter((one) => one.money).map((one) => one.measure.name));
  return {
    warnings,
    groups: rows.map((row) => ({
      keys: row.keys.map((key, index) => (by[index]?.money === true && typeof key === 'number' ? key / 100 : key)),
      measures: Object.fromEntries(Object.entries(row.measures).map(([name, value]) => [name, isMoney.has(name) && value !== null ? value / 100 : value])),
    })),
  };
}

function assertNamedApart(measures: GroupInput['measures']): void {
  const names = new Set<string>();
  for (const { name } of measures) {
    if (names.has(name)) throw refuseGroup(`two measures are named ${name}`);
    names.add(name);
  }
}

function readStep(scope: AccessScope, context: FilterContext, { field: name, unit }: GroupInput['by'][number]): { readonly step: GroupStep; readonly money: boolean } {
  const { field, key } = findTarget(scope, context, name);
  const { comparison } = field.type;
  if (comparison === 'none') throw refuseGroup(`${name} has nothing to group by`);
  if (unit === undefined) return { step: { kind: 'key', key }, money: comparison === 'money' };
  if (comparison !== 'day' && comparison !== 'instant') throw refuseGroup(`${name} is no date`);
  if (comparison === 'day' && unit === 'hour') throw refuseGroup(`${name} has no hours`);
  return { step: { kind: 'bucket', key, of: comparison, unit, timeZone: timeZoneOf(scope.snapshot) }, money: false };
}

function readMeasure(scope: AccessScope, context: FilterContext, { name, kind, field }: GroupInput['measures'][number]): { readonly measure: GroupMeasure; readonly money: boolean } {
  if (kind === 'count') return { measure: { name, kind }, money: false };
  if (field === undefined) throw refuseGroup(`the measure ${name} names no field`);
  const target = findTarget(scope, context, field);
  const { comparison } = target.field.type;
  if (comparison !== 'number' && comparison !== 'money') throw refuseGroup(`${field} is no number`);
  return { measure: { name, kind, key: target.key }, money: comparison === 'money' && MONEY.has(kind) };
}

/** A field, or a part of an Address, that the reader sees on every record. */
function findTarget(scope: AccessScope, context: FilterContext, name: string): Target {
  const { module } = context;
  const field = findField(module, name, context) ?? findAddress(module, name, context);
  const key = field?.keys.find((one) => one.id === (name === field.name ? field.id : `${field.id}.${name.slice(field.name.length + 1)}`));
  if (field === undefined || key === undefined) throw refuseGroup(`there is no field ${name}`);
  if (!context.canFilter(module.name, field.name)) throw refuseField(scope, module.name, field.name);
  return { field, key };
}

function findAddress(module: CompiledModule, name: string, context: FilterContext): CompiledField | undefined {
  const dot = name.indexOf('.');
  return dot < 0 ? undefined : findField(module, name.slice(0, dot), context);
}

function refuseGroup(reason: string): MusterError {
  return new MusterError('group_invalid', { values: { reason } });
}

import { timeZoneOf, type AccessScope, type Actor } from '../access/index.ts';
import { MusterError } from '../errors/index.ts';
import {
  createGroupError,
  createUnknownFieldError,
  type GroupInput,
  type GroupOrder,
  type GroupResult,
  type RecordOperations,
} from '../records/index.ts';
import type { Key } from '#engine/model/compiled';
import type { JsonObject } from '#engine/model/values';
import type { FigureGroup, FigureStepView, FigureValues } from '#engine/model/wire';
import { joinFilters, type FigureMeasure, type Figures, type FiguresInput, type FigureStep } from './contract.ts';
import { createOthersFilter } from './group-filter.ts';
import { labelGroups, type LabelContext, type NamedStep } from './label-groups.ts';

const DEFAULT_GROUPS = 100;
const MAX_GROUPS = 1000;
/** With a second step or the group of others, a filter names the groups of the first one; it has at most 200 entries. */
const MAX_NAMED_GROUPS = 100;
/** Groups of the second step, the largest ones. */
const MAX_SECOND_GROUPS = 50;
const MAX_PAIRS = 10_000;

/** What figures are read with. */
export interface ReportServices {
  readonly access: { scope(actor: Actor): Promise<Pick<AccessScope, 'snapshot'>> };
  readonly records: Pick<RecordOperations, 'find' | 'group' | 'names'>;
}

/** Groups records of the report that also match a filter. */
type Query = (by: readonly FigureStep[], part?: Partial<GroupInput> & { readonly filter?: JsonObject }) => Promise<GroupResult>;

/** The groups of the first step. */
interface FirstGroups {
  readonly keys: readonly (Key | null)[];
  readonly values: readonly FigureValues[];
  readonly isComplete: boolean;
}

/** A row of the result whose group of the second step has no place yet. */
interface OpenRow {
  readonly first: number;
  readonly second: Key | null;
  readonly values: FigureValues;
}

/**
 * Figures of the records that the actor may see. Errors: `module_not_found`, `module_access_denied`, `filter_invalid`, `filter_too_costly`,
 * `unknown_field`; `group_invalid` for a field, unit, time zone, measure, order or limit that cannot be used.
 */
export async function readFigures(services: ReportServices, actor: Actor, input: FiguresInput): Promise<Figures> {
  const limit = readLimit(input);
  const query = createQuery(services, actor, input);
  const { filter = {}, by, measures } = input;
  const [step, secondStep] = by;
  const [all, first] = await Promise.all([query([]), step && readFirst(query, step, input, limit)]);
  const totals =
    all.groups[0]?.measures ??
    Object.fromEntries(measures.map(({ name, kind }) => [name, kind === 'count' || kind === 'distinct' ? 0 : null]));
  const shares = createShares(measures, totals);
  const common = { total: shares(totals), filter, warnings: all.warnings };
  if (step === undefined || first === undefined) return { ...common, steps: [], rows: [], isComplete: true };
  const context = await createContext(services, actor, input);
  const named = nameStep(context, step);
  const groups = await labelGroups(context, named, first.keys);
  const others = input.others === true && !first.isComplete ? createOthers(groups) : undefined;
  const head = describeStep(named, others === undefined ? groups : [...groups, others]);
  const rows = await readRows(query, by, first, { groups, others });
  const isComplete = first.isComplete || others !== undefined;
  if (secondStep === undefined) {
    const single = rows.map((row) => ({ at: [row.first], values: shares(row.values) }));
    return { ...common, steps: [head], rows: single, isComplete };
  }
  const next = nameStep(context, secondStep);
  const found = orderSecond(rows, secondStep, measures);
  const keys = found.slice(0, MAX_SECOND_GROUPS);
  const tail = describeStep(next, await labelGroups(context, next, keys));
  const pairs = rows.flatMap(({ first: at, second, values }) => {
    const place = keys.indexOf(second);
    return place < 0 ? [] : [{ at: [at, place], values: shares(values) }];
  });
  return { ...common, steps: [head, tail], rows: pairs, isComplete: isComplete && keys.length === found.length };
}

function readLimit({ by, measures, limit = DEFAULT_GROUPS, others }: FiguresInput): number {
  if (by.length > 2) throw createGroupError('by at most two fields');
  if (measures.length === 0) throw createGroupError('at least one measure');
  const most = by.length === 2 || others === true ? MAX_NAMED_GROUPS : MAX_GROUPS;
  if (!Number.isInteger(limit) || limit < 1 || limit > most) throw createGroupError(`1 to ${most} groups`);
  return limit;
}

function createQuery({ records }: ReportServices, actor: Actor, { module, filter, measures }: FiguresInput): Query {
  const stored = measures.map(toStoredMeasure);
  return (by, { filter: part, ...rest } = {}) =>
    records.group(actor, {
      module,
      filter: joinFilters([filter, part]),
      by: by.map(({ field, unit, timeZone }) => ({
        field,
        ...(unit === undefined ? {} : { unit }),
        ...(timeZone === undefined ? {} : { timeZone }),
      })),
      measures: stored,
      ...rest,
    });
}

/** A share is computed from the count or sum that it is a part of. */
function toStoredMeasure({ name, kind, field }: FigureMeasure): GroupInput['measures'][number] {
  const stored = kind === 'share' ? (field === undefined ? 'count' : 'sum') : kind;
  return { name, kind: stored, ...(field === undefined ? {} : { field }) };
}

/** One more than the limit is read, to know whether there are more. */
async function readFirst(query: Query, step: FigureStep, { measures, sort }: FiguresInput, limit: number): Promise<FirstGroups> {
  const order: GroupOrder = sort ?? (step.unit === undefined ? { measure: measures[0]?.name ?? '', descending: true } : { step: 0 });
  const { groups } = await query([step], { sort: order, limit: limit + 1 });
  const shown = groups.slice(0, limit);
  return {
    keys: shown.map(({ keys }) => keys[0] ?? null),
    values: shown.map((group) => group.measures),
    isComplete: groups.length <= limit,
  };
}

async function createContext(
  { access, records }: ReportServices,
  actor: Actor,
  { module: name, filter = {} }: FiguresInput,
): Promise<LabelContext> {
  const { snapshot } = await access.scope(actor);
  const module = snapshot.module(name);
  if (module === undefined) throw new MusterError('module_not_found', { values: { module: name } });
  return { records, snapshot, actor, module, filter };
}

function nameStep({ module, snapshot }: LabelContext, step: FigureStep): NamedStep {
  const field = module.fields.get(step.field) ?? module.fields.get(step.field.split('.')[0] ?? '');
  if (field === undefined) throw createUnknownFieldError([step.field]);
  return { step, field, timeZone: step.timeZone ?? timeZoneOf(snapshot) };
}

function describeStep({ step, field }: NamedStep, groups: readonly FigureGroup[]): FigureStepView {
  return { field: step.field, label: field.label, ...(step.unit === undefined ? {} : { unit: step.unit }), groups };
}

function createOthers(groups: readonly FigureGroup[]): FigureGroup {
  return { kind: 'others', key: null, label: 'Others', filter: createOthersFilter(groups.map(({ filter }) => filter)) };
}

async function readRows(
  query: Query,
  by: readonly FigureStep[],
  first: FirstGroups,
  { groups, others }: { readonly groups: readonly FigureGroup[]; readonly others: FigureGroup | undefined },
): Promise<readonly OpenRow[]> {
  const [own, rest] = await Promise.all([
    by.length === 1 ? first.values.map((values, at) => ({ first: at, second: null, values })) : readPairs(query, by, first, groups),
    others === undefined ? undefined : query(by.slice(1), { filter: others.filter, limit: MAX_PAIRS }),
  ]);
  const of = rest?.groups.map(({ keys, measures }) => ({ first: groups.length, second: keys[0] ?? null, values: measures })) ?? [];
  return [...own, ...of];
}

/** The pairs of the named groups with those of the second step. */
async function readPairs(
  query: Query,
  by: readonly FigureStep[],
  first: FirstGroups,
  groups: readonly FigureGroup[],
): Promise<readonly OpenRow[]> {
  const filter = first.isComplete ? {} : { or: groups.map((group) => group.filter) };
  const found = await query(by, { filter, limit: MAX_PAIRS });
  const places = new Map(first.keys.map((key, at) => [key, at]));
  return found.groups.flatMap(({ keys, measures }) => {
    const place = places.get(keys[0] ?? null);
    return place === undefined ? [] : [{ first: place, second: keys[1] ?? null, values: measures }];
  });
}

/** The groups of the second step: periods in order of time, others by the sum of the first measure, largest first. */
function orderSecond(rows: readonly OpenRow[], { unit }: FigureStep, [measure]: readonly FigureMeasure[]): readonly (Key | null)[] {
  const sizes = new Map<Key | null, number>();
  for (const { second, values } of rows) sizes.set(second, (sizes.get(second) ?? 0) + (values[measure?.name ?? ''] ?? 0));
  const keys = [...sizes.keys()];
  if (unit !== undefined) return keys.sort((a, b) => Number(a === null) - Number(b === null) || String(a).localeCompare(String(b)));
  return keys.sort((a, b) => (sizes.get(b) ?? 0) - (sizes.get(a) ?? 0));
}

/** Replaces the counts and sums of shares by their parts of the total. */
function createShares(measures: readonly FigureMeasure[], totals: FigureValues): (values: FigureValues) => FigureValues {
  const names = measures.filter(({ kind }) => kind === 'share').map(({ name }) => name);
  if (names.length === 0) return (values) => values;
  return (values) => ({
    ...values,
    ...Object.fromEntries(names.map((name) => [name, totals[name] ? (values[name] ?? 0) / totals[name] : null])),
  });
}

import type { AccessScope, Actor } from '../../access/index.ts';
import type { GroupMeasure } from '../../ports/index.ts';
import { allOf, type FilterContext } from '#engine/model';
import type { GroupInput, GroupResult } from '../contract.ts';
import type { RecordKernel } from '../kernel.ts';
import { nameCostlyFields } from '../stages/name-costly-fields.ts';
import { reachModule } from '../stages/reach-module.ts';
import { findGroupTarget, readGroupStep, refuseGroup } from '../stages/read-group.ts';
import { buildReadQuery } from '../stages/read-query.ts';
import { searchWords } from '../stages/search-words.ts';

const MOST_GROUPS = 1000;
const MOST_MEASURES = 10;
const MONEY: ReadonlySet<string> = new Set(['sum', 'avg', 'min', 'max']);

/** Counts and measures by field or time bucket, over what the reader sees. Errors: `group_invalid`, and those of filters. */
export async function groupRecords(kernel: RecordKernel, actor: Actor, input: GroupInput): Promise<GroupResult> {
  const scope = await kernel.access.scope(actor);
  const module = reachModule(scope, input.module);
  const { query, context, warnings } = buildReadQuery(kernel, scope, { module, filter: input.filter });
  const words = input.words === undefined || input.words.trim() === '' ? undefined : searchWords(scope, module, input.words);
  const filter = words === undefined ? query.filter : allOf([query.filter, words.matches]);
  if (input.by.length < 1 || input.by.length > 2) throw refuseGroup('by one or two fields');
  if (input.measures.length > MOST_MEASURES) throw refuseGroup(`at most ${MOST_MEASURES} measures`);
  assertNamedApart(input.measures);
  const by = input.by.map((step) => readGroupStep(scope, context, step));
  const measures = input.measures.map((measure) => readMeasure(scope, context, measure));
  const rows = await kernel.store.group({
    collection: query.collection,
    filter,
    ...(query.access === undefined ? {} : { access: query.access }),
    by: by.map((one) => one.step),
    measures: measures.map((one) => one.measure),
    limit: Math.min(input.limit ?? MOST_GROUPS, MOST_GROUPS),
  }).catch(nameCostlyFields(scope, module, { filter }));
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

function readMeasure(scope: AccessScope, context: FilterContext, { name, kind, field }: GroupInput['measures'][number]): { readonly measure: GroupMeasure; readonly money: boolean } {
  if (kind === 'count') return { measure: { name, kind }, money: false };
  if (field === undefined) throw refuseGroup(`the measure ${name} names no field`);
  const target = findGroupTarget(scope, context, field);
  const { comparison } = target.field.type;
  if (comparison !== 'number' && comparison !== 'money') throw refuseGroup(`${field} is no number`);
  return { measure: { name, kind, key: target.key }, money: comparison === 'money' && MONEY.has(kind) };
}

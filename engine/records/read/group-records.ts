import type { AccessScope, Actor } from '../../access/index.ts';
import type { GroupMeasure } from '../../ports/index.ts';
import { allOf, type FilterContext } from '#engine/model';
import type { GroupInput, GroupResult } from '../contract.ts';
import type { RecordServices } from '../record-services.ts';
import { rethrowWithCostlyFields } from './rethrow-with-costly-fields.ts';
import { getReadableModule } from '../access/record-access.ts';
import { findGroupTarget, readGroupStep, createGroupError } from './read-group.ts';
import { buildReadQuery } from './read-query.ts';
import { parseSearchTerms } from './search-terms.ts';

const MAX_GROUPS = 1000;
const MAX_MEASURES = 10;
const MONEY: ReadonlySet<string> = new Set(['sum', 'avg', 'min', 'max']);

/** Counts and aggregates visible records by field or time bucket. Errors: `group_invalid`, and those of filters. */
export async function groupRecords(services: RecordServices, actor: Actor, input: GroupInput): Promise<GroupResult> {
  const scope = await services.access.scope(actor);
  const module = getReadableModule(scope, input.module);
  const { query, context, warnings } = buildReadQuery(services, scope, { module, filter: input.filter });
  const search = input.terms === undefined || input.terms.trim() === '' ? undefined : parseSearchTerms(scope, module, input.terms);
  const filter = search === undefined ? query.filter : allOf([query.filter, search.matches]);
  if (input.by.length < 1 || input.by.length > 2) throw createGroupError('by one or two fields');
  if (input.measures.length > MAX_MEASURES) throw createGroupError(`at most ${MAX_MEASURES} measures`);
  assertNamedApart(input.measures);
  const by = input.by.map((step) => readGroupStep(scope, context, step));
  const measures = input.measures.map((measure) => readMeasure(scope, context, measure));
  const rows = await services.store
    .group({
      collection: query.collection,
      filter,
      ...(query.access === undefined ? {} : { access: query.access }),
      by: by.map((one) => one.step),
      measures: measures.map((one) => one.measure),
      limit: Math.min(input.limit ?? MAX_GROUPS, MAX_GROUPS),
    })
    .catch(rethrowWithCostlyFields(scope, module, { filter }));
  const isMoney = new Set(measures.filter((one) => one.money).map((one) => one.measure.name));
  return {
    warnings,
    groups: rows.map((row) => ({
      keys: row.keys.map((key, index) => (by[index]?.money === true && typeof key === 'number' ? key / 100 : key)),
      measures: Object.fromEntries(
        Object.entries(row.measures).map(([name, value]) => [name, isMoney.has(name) && value !== null ? value / 100 : value]),
      ),
    })),
  };
}

function assertNamedApart(measures: GroupInput['measures']): void {
  const names = new Set<string>();
  for (const { name } of measures) {
    if (names.has(name)) throw createGroupError(`two measures are named ${name}`);
    names.add(name);
  }
}

function readMeasure(
  scope: AccessScope,
  context: FilterContext,
  { name, kind, field }: GroupInput['measures'][number],
): { readonly measure: GroupMeasure; readonly money: boolean } {
  if (kind === 'count') return { measure: { name, kind }, money: false };
  if (field === undefined) throw createGroupError(`the measure ${name} names no field`);
  const target = findGroupTarget(scope, context, field);
  const { comparison } = target.field.type;
  if (comparison !== 'number' && comparison !== 'money') throw createGroupError(`${field} is no number`);
  return { measure: { name, kind, key: target.key }, money: comparison === 'money' && MONEY.has(kind) };
}

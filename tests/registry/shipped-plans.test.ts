import { afterAll, beforeAll, expect, it } from 'vitest';
import { allOf, fillTerms, notOf, parseFilter, parseSort, type FilterContext, type FilterNode, type SortStep } from '#engine/model/filter';
import type { CompiledField, CompiledModule } from '#engine/model/compiled';
import type { JsonObject, JsonValue } from '#engine/model/values';
import type { LayoutView, SortDefinition } from '#engine/model/definitions';
import { fixtureId } from '#tests/support';
import { createUsZips } from '../../engine/adapters/us-zips/index.ts';
import type { PlanStep, StorePort, StoreQuery } from '../../engine/ports/index.ts';
import { loadShipped } from './load-shipped.ts';
import { fillModule, valueOf } from './shipped-records.ts';
import { describeOnStores, type TestStores } from './test-stores.ts';

const snapshot = await loadShipped();
const modules = [...snapshot.modules.values()];

const ZIPS = createUsZips();

/** The number of the record whose values are used in the queries. */
const SAMPLE = 45;
const LISTS = [
  ['basic-search', 'grid'],
  ['popup-search', 'popup-listview'],
] as const;

type PlanCase = readonly [what: string, query: StoreQuery];

function contextOf(module: CompiledModule): FilterContext {
  const variables = {
    me: fixtureId(1),
    my_teams: [],
    my_roles: [],
    ofUser: { my_provider: undefined },
    today: '2026-03-10',
    now: Date.UTC(2026, 2, 10),
    timeZone: 'America/New_York',
  };
  return { module, catalog: snapshot, variables, canFilter: () => true, visibilityFilter: () => undefined, zipsWithin: ZIPS.zipsWithin };
}

function filterOf(module: CompiledModule, filter: JsonValue): FilterNode {
  const parsed = parseFilter(filter, contextOf(module));
  if (!parsed.ok) throw new Error(`${module.name} ${JSON.stringify(filter)}: ${parsed.reason}`);
  return parsed.node;
}

function sortOf(module: CompiledModule, sort: SortDefinition): readonly SortStep[] {
  const parsed = parseSort([sort], contextOf(module));
  if (!parsed.ok) throw new Error(`${module.name} cannot be sorted by ${sort.sortField}`);
  return parsed.sort;
}

/** A page query; almost no record is marked as deleted, so the query does not include that condition. */
function pageOf(module: CompiledModule, filter: JsonValue, sort: SortDefinition | undefined): StoreQuery {
  return {
    collection: module.storage.name,
    filter: filterOf(module, filter),
    sort: sort === undefined ? [] : sortOf(module, sort),
    limit: 10,
  };
}

function namesIn(module: CompiledModule, view: LayoutView): string[] {
  return (
    snapshot
      .layout(module.name, view, [])
      ?.sections.flatMap(({ fields }) => fields.filter(({ hidden }) => hidden !== true).map(({ fieldName }) => fieldName)) ?? []
  );
}

function fieldOf(module: CompiledModule, name: string): CompiledField {
  const field = module.fields.get(name) ?? module.fields.get(name.slice(0, name.lastIndexOf('.')));
  if (field === undefined) throw new Error(`${module.name} has no field ${name}`);
  return field;
}

/** Part of a text that few records contain. */
function searchedIn(field: CompiledField): string {
  const { inputType } = field.definition;
  return inputType === 'EmailAddress' ? `person${SAMPLE}@` : inputType === 'Phone' ? `555${1_000 + SAMPLE}` : `ext${SAMPLE}`;
}

/** The operand of a search form for a field, as in the client: texts by contains, dates by a range, all others by equals. */
function operandOf(field: CompiledField, name: string): JsonObject {
  const value = valueOf(field, SAMPLE);
  const { inputType } = field.definition;
  if (field.dropdown === undefined && field.type.comparison === 'text') return { contains: searchedIn(field) };
  if (inputType === 'Address')
    return { equals: (value as { readonly [part: string]: string })[name.slice(name.lastIndexOf('.') + 1)] ?? '' };
  if (inputType === 'Date' || inputType === 'DateTime') return { range: { gte: '2023-03-01', lte: '2023-03-31' } };
  return { equals: Array.isArray(value) ? (value[0] as JsonValue) : value };
}

/** The default sort order of a list. */
function orderOf(module: CompiledModule, list: LayoutView): SortDefinition {
  return snapshot.layout(module.name, list, [])?.defaultSort ?? module.defaultSort;
}

/**
 * Whether one index supports both the search by the field and the order of its list: not for list fields, nor for phone
 * numbers, which match few records.
 */
function isPaired(field: CompiledField, name: string): boolean {
  return 'equals' in operandOf(field, name) && field.type.comparison !== 'phone' && !field.keys.some((key) => key.list);
}

function searchesOf(module: CompiledModule, paired: boolean): PlanCase[] {
  return LISTS.flatMap(([search, list]) =>
    namesIn(module, search).flatMap((name): PlanCase[] => {
      const field = fieldOf(module, name);
      return isPaired(field, name) === paired
        ? [[`${search} ${name}`, pageOf(module, { [name]: operandOf(field, name) }, orderOf(module, list))]]
        : [];
    }),
  );
}

function ordersOf(module: CompiledModule): PlanCase[] {
  return LISTS.flatMap(([, list]) => {
    const { sortField } = orderOf(module, list);
    return (['asc', 'desc'] as const).map(
      (sortOrder): PlanCase => [`${list} by ${sortField} ${sortOrder}`, pageOf(module, {}, { sortField, sortOrder })],
    );
  });
}

/**
 * Related lists, and filters on a relation, from both ends. Layouts do not contain the relations of created_by and
 * modified_by; and no index supports a condition on records that contain the record in a list field.
 */
function relationsOf(module: CompiledModule): PlanCase[] {
  return [...module.relations.values()].flatMap((relation) => {
    const other = snapshot.module(relation.modules[0] ?? '');
    const isForward = relation.direction === 'forward';
    if (other === undefined || (isForward && module.fields.get(relation.fieldName)?.system === true)) return [];
    const named = { [other.nameField]: { startsWith: `text${SAMPLE}` } };
    const reached = isForward && relation.flex ? { module: other.name, filter: named } : named;
    const through: PlanCase = [`related ${relation.name}`, pageOf(module, { [relation.name]: { related: reached } }, undefined)];
    if (isForward) return [through];
    const holder = { [relation.fieldName]: { equals: relation.flex ? { module: module.name, id: fixtureId(SAMPLE) } : fixtureId(SAMPLE) } };
    const list: PlanCase = [`list of ${other.name} by ${relation.fieldName}`, pageOf(other, holder, other.defaultSort)];
    return other.fields.get(relation.fieldName)?.type.list === true ? [list] : [list, through];
  });
}

/**
 * The query of each finder, and the highest number for finders of the next number. Unique fields, list fields and several
 * values are found first and sorted after.
 */
function findersOf(module: CompiledModule, paired: boolean): PlanCase[] {
  const isWalked = (name: string): boolean =>
    name !== 'not' && fieldOf(module, name).definition.unique !== true && !fieldOf(module, name).keys.some((key) => key.list);
  return module.finders
    .filter(({ terms }) => Object.keys(terms ?? {}).every(isWalked) === paired)
    .map(({ path, terms, sort, nextNumberOf }): PlanCase => {
      if (nextNumberOf !== undefined) return [path, pageOf(module, {}, { sortField: nextNumberOf, sortOrder: 'desc' })];
      const filter = fillTerms((terms ?? {}) as JsonObject, module, ({ field, member }) =>
        partOf(field === undefined ? '' : valueOf(field, SAMPLE), member),
      );
      return [path, pageOf(module, filter, sort ?? module.defaultSort)];
    });
}

/** The value of a placeholder: a value, the first of a list, or a member of an object. */
function partOf(value: JsonValue, member: string | undefined): JsonValue {
  if (member === 'in') return [partOf(value, undefined)];
  if (Array.isArray(value)) return partOf(value[0] as JsonValue, member);
  return typeof value === 'object' && value !== null ? ((value as JsonObject)[member ?? ''] ?? '') : value;
}

function containsOf(module: CompiledModule): PlanCase[] {
  return module.storage.contains.map((id): PlanCase => {
    const field = [...module.fields.values()].find(({ keys }) => keys.some((key) => key.id === id));
    if (field === undefined) throw new Error(`${module.name} has no key ${id}`);
    const name = id.length > field.id.length ? `${field.name}.${id.slice(field.id.length + 1)}` : field.name;
    return [`contains ${name}`, pageOf(module, { [name]: { contains: searchedIn(field) } }, module.defaultSort)];
  });
}

/** The query of a user who sees few records: their own, or those of a team. */
function accessOf(module: CompiledModule, name: 'assigned_to' | 'teams'): PlanCase[] {
  return module.fields.has(name)
    ? [[`seen by ${name}`, { ...pageOf(module, {}, module.defaultSort), access: filterOf(module, { [name]: fixtureId(SAMPLE) }) }]]
    : [];
}

describeOnStores('The shipped modules', (make) => {
  let stores: TestStores;
  let store: StorePort;
  beforeAll(async () => {
    stores = await make();
    store = await stores.open();
    await store.applySchemas(modules.map(({ storage }) => storage));
  });
  afterAll(() => stores?.end());

  const filled = new Map<string, Promise<void>>();
  /**
   * Inserts a module's records in the first test that needs them: inserting the records of all modules at once would
   * exceed the time limit.
   */
  const fill = (module: CompiledModule): Promise<void> => {
    const filling = filled.get(module.name) ?? fillModule(store, module);
    filled.set(module.name, filling);
    return filling;
  };

  const explainAll = async (cases: readonly PlanCase[], isBad: (step: PlanStep) => boolean): Promise<string[]> => {
    const bad: string[] = [];
    for (const [what, query] of cases) {
      const steps = await store.explain(query);
      if (steps.length === 0 || steps.some(isBad)) bad.push(`${what}: ${steps.map(({ text }) => text).join(' | ')}`);
    }
    return bad;
  };
  const findScans = (cases: readonly PlanCase[]): Promise<string[]> => explainAll(cases, ({ scans }) => scans);
  /** Queries that read a whole collection; sorting the result of an index is allowed. */
  const findReadings = (cases: readonly PlanCase[]): Promise<string[]> =>
    explainAll(cases, ({ scans, text }) => scans && !/SORT|\$sort|TEMP B-TREE/.test(text));

  it.each(modules.map((module) => [module.name, module] as const))(
    '%s: the orders and the filter and sort pairs of its layouts are read in index order',
    async (_, module) => {
      await fill(module);
      const cases = [...ordersOf(module), ...searchesOf(module, true), ...accessOf(module, 'assigned_to'), ...findersOf(module, true)];
      expect(cases.length).toBeGreaterThanOrEqual(4);
      expect(await findScans(cases)).toEqual([]);
    },
  );

  it.each(modules.map((module) => [module.name, module] as const))(
    '%s: its other searches, relations and "contains" are found by index',
    async (_, module) => {
      await fill(module);
      const cases = [
        ...searchesOf(module, false),
        ...accessOf(module, 'teams'),
        ...relationsOf(module),
        ...containsOf(module),
        ...findersOf(module, false),
      ];
      expect(cases.length).toBeGreaterThan(1);
      expect(await findReadings(cases)).toEqual([]);
    },
  );

  it.each(['leads', 'accounts'])(
    '%s: possible duplicates are found by index, by a search and by the absence check of a save',
    async (name) => {
      const module = snapshot.module(name) as CompiledModule;
      await fill(module);
      const search = pageOf(module, { duplicate_keys: { in: [`key${SAMPLE}`, 'key7', 'nobody'] } }, undefined);
      const guard = { ...search, filter: allOf([search.filter, notOf({ kind: 'ids', ids: [fixtureId(SAMPLE)] })]) };
      expect(
        await findScans([
          ['search', search],
          ['guard', guard],
        ]),
      ).toEqual([]);
      expect((await store.find(search)).map(({ document }) => document._id).sort()).toEqual([fixtureId(7), fixtureId(SAMPLE)]);
    },
  );

  it.each([
    ['leads', 'current_address'],
    ['leads', 'interested_location_zips'],
    ['jobs', 'zip'],
  ])('%s: records near its %s are found by index, at any distance', async (name, field) => {
    const module = snapshot.module(name) as CompiledModule;
    await fill(module);
    const cases = [0, 5, 50, 500].flatMap((miles): PlanCase[] => {
      const near = { [field]: { withinMiles: { of: '80202', miles } } };
      const both = { or: [near, { [field]: { withinMiles: { of: { latitude: 41.88, longitude: -87.63 }, miles } } }] };
      return [
        [`${miles} miles`, pageOf(module, near, undefined)],
        [`${miles} miles of two places in order`, pageOf(module, both, module.defaultSort)],
      ];
    });
    expect(await findReadings(cases)).toEqual([]);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MATCH_ALL, TIME_UNITS, type GroupMeasure, type GroupSort, type GroupStep } from '#engine/model/filter';
import type { KeySchema } from '#engine/model/compiled';
import type { GroupQuery, GroupRow, StorePort } from '../../../engine/ports/index.ts';
import { createMemory, fillStore, generateData } from './contract-data.ts';
import { PEOPLE } from './contract-modules.ts';
import { generateSuite, type GeneratedFilter } from './generate-suite.ts';

const ZONES = ['America/New_York', 'UTC', 'Asia/Kolkata', 'Australia/Lord_Howe', 'Pacific/Chatham'] as const;

function keyOf(field: string): KeySchema {
  const key = PEOPLE.fields.get(field.split('.')[0] ?? '')?.keys.find((one) => one.id === `f_${field}`);
  if (key === undefined) throw new Error(`no key ${field}`);
  return key;
}

const KEY_STEPS: readonly GroupStep[] = ['status', 'vip', 'firm', 'tags', 'name', 'score', 'home.state', 'subject', 'email', 'salary'].map(
  (field) => ({ kind: 'key', key: keyOf(field) }),
);
const BUCKET_STEPS: readonly GroupStep[] = TIME_UNITS.flatMap((unit) => [
  ...ZONES.map((timeZone) => ({ kind: 'bucket' as const, key: keyOf('seen'), of: 'instant' as const, unit, timeZone })),
  { kind: 'bucket' as const, key: keyOf('born'), of: 'day' as const, unit, timeZone: 'America/New_York' },
]);
const STEPS = [...KEY_STEPS, ...BUCKET_STEPS];

const MEASURES: readonly GroupMeasure[] = [
  { name: 'n', kind: 'count' },
  ...(['sum', 'avg', 'min', 'max'] as const).flatMap((kind) => [
    { name: `${kind}_salary`, kind, key: keyOf('salary') },
    { name: `${kind} of score`, kind, key: keyOf('score') },
  ]),
];
const DISTINCT: readonly GroupMeasure[] = ['firm', 'vip', 'name', 'seen', 'tags'].map((field) => ({
  name: `different ${field}`,
  kind: 'distinct',
  key: keyOf(field),
}));

const FILTERS = 3_000;
const BATCH = 250;

/** Checks that a store returns the same groups as the memory evaluator: by each key and bucket, and by pairs, over generated filters. */
export function describeGroupContract(name: string, makeStore: () => Promise<StorePort>): void {
  describe(`${name}: groups`, () => {
    const data = generateData(20260302);
    const memory = createMemory(data);
    let filters: readonly GeneratedFilter[];
    let store: StorePort;
    beforeAll(async () => {
      filters = generateSuite(data, FILTERS).filters;
      store = await makeStore();
      await fillStore(store, data);
    });
    afterAll(() => store?.close());

    async function compare(query: GroupQuery): Promise<void> {
      const expected = memory.group(query);
      const found = await store.group(query);
      expect(found.map(roundRow), JSON.stringify(query)).toEqual(expected.map(roundRow));
    }

    it.each(STEPS.map((step, index) => [describeStep(step), index] as const))('by %s', async (_text, index) => {
      const step = STEPS[index] as GroupStep;
      await compare({ collection: PEOPLE.storage.name, filter: MATCH_ALL, by: [step], measures: MEASURES });
      await compare({
        collection: PEOPLE.storage.name,
        filter: filterAt(filters, index).node,
        access: filterAt(filters, index + 9).node,
        by: [step],
        measures: MEASURES,
      });
    });

    it.each(STEPS.map((step, index) => [describeStep(step), index] as const))(
      'by %s, sorted, with different values',
      async (_text, index) => {
        const step = STEPS[index] as GroupStep;
        const distinct = DISTINCT[index % DISTINCT.length] as GroupMeasure;
        for (const measure of ['n', distinct.name, 'min_salary', 'max of score']) {
          for (const descending of [false, true])
            await compare({
              collection: PEOPLE.storage.name,
              filter: filterAt(filters, index).node,
              by: [step],
              measures: [distinct, ...MEASURES],
              sort: { measure, descending },
              limit: 12,
            });
        }
      },
    );

    it('of all records as one group, and of no records as none', async () => {
      for (const [index, distinct] of DISTINCT.entries()) {
        const query = {
          collection: PEOPLE.storage.name,
          by: [],
          measures: [...MEASURES, distinct],
          sort: { measure: 'n', descending: true },
        };
        await compare({ ...query, filter: MATCH_ALL });
        await compare({ ...query, filter: filterAt(filters, index).node });
        await compare({ ...query, filter: { kind: 'constant', value: false } });
      }
      expect(await store.group({ collection: PEOPLE.storage.name, filter: MATCH_ALL, by: [], measures: [] })).toEqual([
        { keys: [], measures: {} },
      ]);
    });

    it('has enough filters, half of which match 5 to 95 percent', () => {
      expect(filters.length).toBe(FILTERS);
      expect(filters.filter(({ share }) => share >= 0.05 && share <= 0.95).length).toBeGreaterThanOrEqual(FILTERS / 2);
    });

    const starts = Array.from({ length: FILTERS / BATCH }, (_, batch) => batch * BATCH);
    it.each(starts)('by two fields or buckets, from filter %i on', async (start) => {
      for (let index = start; index < start + BATCH; index += 1) {
        const by = [STEPS[index % STEPS.length] as GroupStep, STEPS[(index * 7 + 5) % STEPS.length] as GroupStep];
        await compare({
          collection: PEOPLE.storage.name,
          filter: filterAt(filters, index).node,
          by,
          measures: MEASURES.slice(0, 1 + (index % MEASURES.length)),
          ...(index % 4 === 0 ? { limit: 7 } : {}),
          ...(index % 3 === 0 ? { sort: sortAt(index) } : {}),
        });
      }
    });

    it('groups the whole collection for a count', async () => {
      const rows = await store.group({
        collection: PEOPLE.storage.name,
        filter: MATCH_ALL,
        by: [KEY_STEPS[0] as GroupStep],
        measures: [{ name: 'n', kind: 'count' }],
      });
      expect(rows.reduce((sum, row) => sum + (row.measures['n'] ?? 0), 0)).toBe(data.people.length);
    });
  });
}

function filterAt(filters: readonly GeneratedFilter[], index: number): GeneratedFilter {
  return filters[index % filters.length] as GeneratedFilter;
}

function sortAt(index: number): GroupSort {
  const descending = index % 2 === 0;
  return index % 5 < 2 ? { measure: 'n', descending } : { step: index % 5 < 4 ? 0 : 1, descending };
}

function describeStep(step: GroupStep): string {
  return step.kind === 'key' ? step.key.id : `${step.unit} of ${step.key.id} in ${step.timeZone}`;
}

/** Stores add fractions in any order, so the last digits of a sum may differ. */
function roundRow(row: GroupRow): GroupRow {
  const measures = Object.fromEntries(
    Object.entries(row.measures).map(([name, value]) => [name, value === null ? null : Number(value.toPrecision(11))]),
  );
  return { keys: row.keys, measures };
}

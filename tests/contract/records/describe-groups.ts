import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GroupOrder } from '../../../engine/records/index.ts';
import type { JsonObject } from '#engine/model/values';
import { codeOf, createRecordsEnvironment, type MakeStore, type RecordsEnvironment } from './records-environment.ts';

/** Counts and figures of groups, for readers who see some of the records. */
export function describeGroups(makeStore: MakeStore): void {
  describe('groups', () => {
    let world: RecordsEnvironment;

    beforeAll(async () => {
      world = await createRecordsEnvironment(makeStore);
      const { seed, north, south, people } = world;
      const firmNorth = await seed('firms', { name: 'Northern Care', teams: [north], budget: 100.5 });
      const firmSouth = await seed('firms', { name: 'Southern Care', teams: [south], budget: 50 });
      const patients: readonly JsonObject[] = [
        { last_name: 'Adams', teams: [north], firms_patients: firmNorth, score: 5 },
        { last_name: 'Brown', teams: [south], firms_patients: firmSouth },
        { last_name: 'Clark', stage: 'active' },
        { last_name: 'Davis', teams: [], assigned_to: people.ann.userId ?? null, score: 7 },
      ];
      for (const patient of patients) await seed('patients', { first_name: 'One', diagnosis: 'x', ...patient });
    });
    afterAll(() => world.close());

    it('groups visible records only, with money in dollars', async () => {
      const { records, people } = world;
      const stages = await records.group(people.ann, {
        module: 'patients',
        by: [{ field: 'stage' }],
        measures: [
          { name: 'n', kind: 'count' },
          { name: 'score', kind: 'sum', field: 'score' },
        ],
      });
      expect(stages.groups).toEqual([
        { keys: ['active'], measures: { n: 1, score: null } },
        { keys: ['open'], measures: { n: 2, score: 12 } },
      ]);
      const budget = await records.group(people.admin, {
        module: 'firms',
        by: [{ field: 'createdAt', unit: 'day' }],
        measures: [{ name: 'sum', kind: 'sum', field: 'budget' }],
      });
      expect(budget.groups).toEqual([{ keys: ['2026-03-10'], measures: { sum: 150.5 } }]);
      const all = { module: 'patients', by: [], measures: [{ name: 'firms', kind: 'distinct', field: 'firms_patients' }] } as const;
      expect((await records.group(people.ann, all)).groups).toEqual([{ keys: [], measures: { firms: 1 } }]);
      expect((await records.group(people.admin, all)).groups).toEqual([{ keys: [], measures: { firms: 2 } }]);
    });

    it('sorts groups by a measure or a step, and rejects what it cannot sort by or count', async () => {
      const { records, people } = world;
      const by = [{ field: 'stage' }];
      const measures = [{ name: 'n', kind: 'count' }] as const;
      const stages = async (sort: GroupOrder): Promise<unknown[]> =>
        (await records.group(people.ann, { module: 'patients', by, measures, sort })).groups.map(({ keys }) => keys[0]);
      expect(await stages({ measure: 'n' })).toEqual(['active', 'open']);
      expect(await stages({ measure: 'n', descending: true })).toEqual(['open', 'active']);
      expect(await stages({ step: 0, descending: true })).toEqual(['open', 'active']);
      const rejected = (part: object): Promise<string> => codeOf(records.group(people.ann, { module: 'patients', by, measures, ...part }));
      const two = ['stage', 'score'].map((field) => ({ name: field, kind: 'distinct', field }));
      for (const part of [
        { sort: { measure: 'score' } },
        { sort: { step: 1 } },
        { sort: {} },
        { sort: { step: 0, measure: 'n' } },
        { by: [...by, ...by, ...by] },
        { measures: two },
        { measures: [{ name: 'd', kind: 'distinct' }] },
      ])
        expect(await rejected(part), JSON.stringify(part)).toBe('group_invalid');
    });

    it('reads instants in the requested time zone only', async () => {
      const { records, people } = world;
      const hoursIn = async (timeZone?: string): Promise<readonly unknown[]> =>
        (
          await records.group(people.admin, {
            module: 'firms',
            by: [{ field: 'createdAt', unit: 'hour', ...(timeZone === undefined ? {} : { timeZone }) }],
            measures: [{ name: 'n', kind: 'count' }],
          })
        ).groups.map(({ keys }) => keys[0]);
      const [utc, far] = [await hoursIn('UTC'), await hoursIn('Pacific/Kiritimati')];
      const later = (hour: unknown): string => new Date(Date.parse(`${String(hour)}:00:00Z`) + 14 * 3_600_000).toISOString().slice(0, 13);
      expect(far).toEqual(utc.map(later));
      expect(await hoursIn()).toEqual(await hoursIn('america/new_york'));
      expect(await codeOf(hoursIn('America/Nowhere'))).toBe('group_invalid');
    });
  });
}

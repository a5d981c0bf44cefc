import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Actor } from '../../../engine/access/index.ts';
import { estimateCost } from '../../../engine/reports/estimate-cost.ts';
import { joinFilters, readFigures, type Figures, type FiguresInput } from '../../../engine/reports/index.ts';
import type { JsonObject } from '#engine/model/values';
import { codeOf, createRecordsEnvironment, type MakeStore, type RecordsEnvironment } from './records-environment.ts';

const COUNT = { name: 'n', kind: 'count' } as const;
const SCORE = { name: 'score', kind: 'sum', field: 'score' } as const;

/** Figures of reports: labels, order, other groups, totals, shares, and the records behind each of them. */
export function describeFigures(makeStore: MakeStore): void {
  describe('figures', () => {
    let world: RecordsEnvironment;
    const figures = (actor: Actor, input: Partial<FiguresInput>): Promise<Figures> =>
      readFigures(world, actor, { module: 'patients', by: [], measures: [COUNT], ...input });

    beforeAll(async () => {
      world = await createRecordsEnvironment(makeStore);
      const { seed, north, south } = world;
      const northern = await seed('firms', { name: 'Northern Care', teams: [north] });
      const southern = await seed('firms', { name: 'Southern Care', teams: [south] });
      const patients: readonly JsonObject[] = [
        { last_name: 'Adams', teams: [north], firms_patients: northern, score: 5, stage: 'open' },
        { last_name: 'adams', teams: [north], firms_patients: northern, score: 1, stage: 'active' },
        { last_name: 'Brown', teams: [south], firms_patients: southern, score: 4, stage: 'open' },
        { last_name: 'Clark', stage: 'active' },
        { last_name: 'Davis', stage: 'active', firms_patients: southern, score: 2 },
      ];
      for (const patient of patients) await seed('patients', { first_name: 'One', diagnosis: 'x', ...patient });
    });
    afterAll(() => world.close());

    /** The rows with the labels of their groups. */
    async function read(actor: Actor, input: Partial<FiguresInput>): Promise<unknown[]> {
      const { steps, rows } = await figures(actor, input);
      return rows.map(({ at, values }) => [...at.map((place, step) => steps[step]?.groups[place]?.label), ...Object.values(values)]);
    }

    it('have labels of options and names, texts as they are written, and the largest group first', async () => {
      const { admin, ann } = world.people;
      expect(await read(admin, { by: [{ field: 'stage' }] })).toEqual([
        ['Active', 3],
        ['Open', 2],
      ]);
      expect(await read(admin, { by: [{ field: 'firms_patients' }], measures: [SCORE] })).toEqual([
        ['Northern Care', 6],
        ['Southern Care', 6],
        ['None', null],
      ]);
      const names = await read(admin, { by: [{ field: 'last_name' }], sort: { step: 0 } });
      expect(names.map((row) => String((row as unknown[])[0]).toLowerCase())).toEqual(['adams', 'brown', 'clark', 'davis']);
      expect(names).toContainEqual(['Brown', 1]);
      // Of Southern Care they see the patient of no team, and the name as in the patient's record.
      expect(await read(ann, { by: [{ field: 'firms_patients' }], measures: [SCORE] })).toEqual([
        ['Northern Care', 6],
        ['Southern Care', 2],
        ['None', null],
      ]);
    });

    it('name periods', async () => {
      const periods = (unit: 'month' | 'quarter' | 'hour') =>
        read(world.people.admin, { by: [{ field: 'createdAt', unit, timeZone: 'UTC' }] });
      expect(await periods('month')).toEqual([['Mar 2026', 5]]);
      expect(await periods('quarter')).toEqual([['Q1 2026', 5]]);
      expect(String(((await periods('hour'))[0] as unknown[])[0])).toMatch(/^03\/10\/26, \d+ [ap]m$/);
    });

    it('count the records of all other groups as one, and say when groups are left out', async () => {
      const { admin } = world.people;
      const by = [{ field: 'last_name' }];
      const measures = [COUNT, SCORE, { name: 'firms', kind: 'distinct', field: 'firms_patients' }] as const;
      const rows = await read(admin, { by, measures, limit: 1, others: true });
      expect(rows.map((row) => (row as unknown[]).slice(1))).toEqual([
        [2, 6, 1],
        [3, 6, 1],
      ]);
      expect((rows[1] as unknown[])[0]).toBe('Others');
      expect((await figures(admin, { by, measures, limit: 1, others: true })).isComplete).toBe(true);
      const cut = await figures(admin, { by, measures, limit: 1 });
      expect([cut.isComplete, cut.rows.length, cut.total['n']]).toEqual([false, 1, 5]);
    });

    it('combine two steps, also with other groups', async () => {
      const { admin } = world.people;
      const by = [{ field: 'last_name' }, { field: 'stage' }];
      const rows = await read(admin, { by, limit: 1, others: true });
      const named = rows.filter((row) => (row as unknown[])[0] !== 'Others');
      expect(named.map((row) => (row as unknown[]).slice(1))).toEqual(
        expect.arrayContaining([
          ['Active', 1],
          ['Open', 1],
        ]),
      );
      expect(rows).toEqual(
        expect.arrayContaining([
          ['Others', 'Active', 2],
          ['Others', 'Open', 1],
        ]),
      );
      expect(rows).toHaveLength(4);
    });

    it('have totals and shares of them', async () => {
      const { admin } = world.people;
      const measures = [COUNT, { name: 'part', kind: 'share' }, { name: 'scores', kind: 'share', field: 'score' }] as const;
      expect(await read(admin, { by: [{ field: 'stage' }], measures })).toEqual([
        ['Active', 3, 0.6, 0.25],
        ['Open', 2, 0.4, 0.75],
      ]);
      const { total, steps, rows } = await figures(admin, { by: [], measures });
      expect([total, steps, rows]).toEqual([{ n: 5, part: 1, scores: 1 }, [], []]);
      const none = await figures(admin, {
        filter: { last_name: 'Nobody' },
        by: [{ field: 'stage' }],
        measures,
      });
      expect([none.total, none.rows]).toEqual([{ n: 0, part: null, scores: null }, []]);
      const kinds = ['sum', 'avg', 'min', 'max', 'distinct'] as const;
      const nothing = await figures(admin, {
        filter: { last_name: 'Nobody' },
        measures: kinds.map((kind) => ({ name: kind, kind, field: 'score' })),
      });
      expect(nothing.total).toEqual({ sum: null, avg: null, min: null, max: null, distinct: 0 });
    });

    it('lead to the records behind them', async () => {
      const { admin, ann } = world.people;
      const requests: readonly Partial<FiguresInput>[] = [
        { by: [{ field: 'stage' }] },
        { by: [{ field: 'firms_patients' }] },
        { by: [{ field: 'score' }] },
        { by: [{ field: 'last_name' }], limit: 2, others: true },
        { by: [{ field: 'createdAt', unit: 'week' }] },
        { by: [{ field: 'createdAt', unit: 'hour', timeZone: 'Asia/Kolkata' }] },
        { by: [{ field: 'assigned_to' }], filter: { stage: 'active' } },
      ];
      for (const actor of [admin, ann]) {
        for (const request of requests) {
          const { steps, rows, filter } = await figures(actor, request);
          expect(rows.length).toBeGreaterThan(0);
          for (const { at, values } of rows) {
            const group = steps[0]?.groups[at[0] ?? 0]?.filter;
            const { total } = await world.records.find(actor, { module: 'patients', filter: joinFilters([filter, group]), limit: 1 });
            expect(total, JSON.stringify([request, group])).toBe(values['n']);
          }
        }
      }
    });

    it('say what they cost: of many records by a sample of them', async () => {
      const { admin, ann } = world.people;
      const input = { module: 'patients', by: [{ field: 'stage' }], measures: [COUNT] };
      for (const sampleSize of [2, 5]) {
        const { records, milliseconds } = await estimateCost(world, admin, input, sampleSize);
        expect([records, typeof milliseconds]).toEqual([5, 'number']);
      }
      expect((await estimateCost(world, ann, input)).records).toBe(4);
      const list = { module: 'patients', columns: ['last_name'] };
      const { records, milliseconds } = await estimateCost(world, admin, list, 2);
      expect([records, milliseconds, typeof (await estimateCost(world, admin, list)).milliseconds]).toEqual([5, null, 'number']);
    });

    it('reject what cannot be computed', async () => {
      const { ann } = world.people;
      const refuse = (part: Partial<FiguresInput>): Promise<string> => codeOf(figures(ann, { by: [{ field: 'stage' }], ...part }));
      expect(await refuse({ measures: [] })).toBe('group_invalid');
      expect(await refuse({ limit: 0 })).toBe('group_invalid');
      expect(await refuse({ limit: 101, others: true })).toBe('group_invalid');
      expect(await refuse({ by: [{ field: 'diagnosis' }] })).toBe('unknown_field');
      expect(await refuse({ filter: { diagnosis: 'x' } })).toBe('unknown_field');
      expect(await refuse({ module: 'nothing' })).toBe('module_not_found');
    });
  });
}

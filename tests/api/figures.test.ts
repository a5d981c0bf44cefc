import { expect, it } from 'vitest';
import { describeOnEachStore } from './each-store.ts';

interface Row {
  readonly at: readonly number[];
  readonly values: Readonly<Record<string, number>>;
}

describeOnEachStore('Figures', (server) => {
  it('have labels, shares, totals and the filters of their records', async () => {
    const maker = (await server().admin.post('/api/makers', { name: 'Figured' })).body;
    const searchTerms = { makers_tools: maker._id };
    for (const [state, cost] of [
      ['new', 1.1],
      ['new', 2.2],
      ['broken', 5],
    ] as const)
      await server().admin.post('/api/tools', { name: 'F', state, cost, makers_tools: maker._id });
    const figures = async (part: object) => (await server().admin.post('/api/tools/figures', { searchTerms, ...part })).body;
    const measures = [
      { name: 'n', kind: 'count' },
      { name: 'cost', kind: 'share', field: 'cost' },
    ];
    const { steps, rows, total, isComplete, filter, asOf } = await figures({ by: [{ field: 'state' }], measures });
    expect([total, isComplete, Date.parse(asOf) > 0]).toEqual([{ n: 3, cost: 1 }, true, true]);
    expect(rows.map(({ at, values }: Row) => [steps[0].groups[at[0] ?? 0].key, values['n'], values['cost']])).toEqual([
      ['new', 2, expect.closeTo(3.3 / 8.3, 6)],
      ['broken', 1, expect.closeTo(5 / 8.3, 6)],
    ]);
    for (const { at, values } of rows as readonly Row[]) {
      const drill = { searchTerms: { and: [filter, steps[0].groups[at[0] ?? 0].filter] } };
      expect((await server().admin.post('/api/tools/search', drill)).body.total).toBe(values['n']);
    }
    expect((await figures({ by: [{ field: 'state' }], measures, limit: 1, others: true })).steps[0].groups).toMatchObject([
      { kind: 'value', key: 'new' },
      { kind: 'others', key: null, label: 'Others' },
    ]);
    expect(await figures({ by: [], measures: [] })).toMatchObject({ code: 'parameter_invalid' });
    expect(await figures({ by: [{ field: 'state' }], measures: [{ name: 'n', kind: 'median' }] })).toMatchObject({
      code: 'parameter_invalid',
    });
    expect(await figures({ by: [{ field: 'state' }], measures, sort: { measure: 'price' } })).toMatchObject({ code: 'group_invalid' });
  });
});

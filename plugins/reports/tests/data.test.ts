import { beforeAll, expect, it } from 'vitest';
import { describeOnEachStore } from '../../../tests/api/each-store.ts';
import type { ApiClient } from '../../../tests/support/api-client.ts';
import { createSignedInUser } from '../../../tests/support/create-signed-in-user.ts';
import { createRecordHelpers, must } from '../../../tests/support/record-helpers.ts';
import type { DataOptions, ReportData, ReportEstimate } from '../shared/contract.ts';
import { ALL, BARRELS, fillBarrels, publishBarrels } from './barrels.ts';

const FULL = { litres: { range: { gte: 1 } } };
const FIGURES = [
  { function: 'count' },
  { fieldName: 'litres', function: 'sum' },
  { fieldName: 'price', function: 'avg' },
  { function: 'share' },
];

/** The labels of the groups of each row, with its values. */
const rowsOf = ({ figures }: ReportData) =>
  (figures?.rows ?? []).map(({ at, values }) => [...at.map((place, step) => figures?.steps[step]?.groups[place]?.label), values]);

describeOnEachStore(
  'The data of a report',
  (server) => {
    const admin = (): ApiClient => server().admin;
    const { make } = createRecordHelpers(admin);
    let [team, byStage] = ['', ''];
    let clerk: ApiClient;
    const report = async (fields: object): Promise<string> =>
      (await make('/api/reports', { name: 'Barrels', related_module: 'barrels', shared: true, ...fields }))._id;
    const chart = async (of: string, fields: object): Promise<string> =>
      (await make('/api/report-charts', { name: 'Drawn', report: of, ...fields }))._id;
    const dataOf = async (id: string, options: DataOptions = {}, client = admin()): Promise<ReportData> =>
      must(client.post(`/api/reports/${id}/data`, options)) as Promise<ReportData>;
    const drawn = async (id: string, client = admin()): Promise<ReportData> =>
      must(client.post(`/api/report-charts/${id}/data`, {})) as Promise<ReportData>;

    beforeAll(async () => {
      await publishBarrels(server());
      team = (await make('/api/teams', { name: 'Coopers' }))._id;
      await fillBarrels(admin(), team);
      await make('/api/roles', {
        name: 'Cellar clerk',
        module_access: { barrels: ALL, reports: ALL, reportCharts: ALL },
        field_access: { barrels: { price: 'none' } },
      });
      clerk = await createSignedInUser(server(), 'cellar@muster.test', ['Cellar clerk']);
      byStage = await report({
        ...{ name: 'By stage', group_by: ['stage'], aggregates: FIGURES, search_terms: FULL },
        ...{ sort_field: 'sum_litres', sort_descending: true },
      });
    });

    it('count with a filter on related records, of those that the reader may see, and depend on their module', async () => {
      const [first] = (await must(admin().post('/api/barrels/search', { searchTerms: { name: 'Ash' } }))).data;
      const { _id: owner } = (await must(clerk.get('/api/users/user-session'))).user;
      await must(admin().put(`/api/barrels/${first._id}`, { assigned_to: owner }));
      const related = await report({
        ...{ name: 'Of the clerk', group_by: ['stage'] },
        search_terms: { assigned_to: { related: { email: { equals: 'cellar@muster.test' } } } },
      });
      const data = await dataOf(related);
      expect(rowsOf(data)).toEqual([['Open', { count: 1 }]]);
      expect(data.dependsOn).toEqual(['barrels', 'users']);
      // Without access to users, the condition is left out and said, and saves of users are not followed.
      const other = await dataOf(related, {}, clerk);
      expect(other.problems).toHaveLength(1);
      expect(other.dependsOn).toEqual(['barrels']);
    });

    it('are its groups with named figures, and the filter of its records', async () => {
      const { asOf, ...data } = await dataOf(byStage);
      expect(Date.parse(asOf)).toBeGreaterThan(0);
      expect(data).toMatchObject({ module: 'barrels', dependsOn: ['barrels'], total: 3, filter: FULL, chart: null, problems: [] });
      expect(data.groups).toEqual(data.figures?.steps);
      expect(data.columns.map(({ name }) => name)).toEqual(['stage', 'count', 'sum_litres', 'avg_price', 'share']);
      expect(data.rows).toEqual([
        { texts: { stage: 'Completed', count: '1', sum_litres: '200', avg_price: '$5', share: '33.3%' } },
        { texts: { stage: 'Open', count: '2', sum_litres: '150', avg_price: '$15.25', share: '66.7%' } },
      ]);
      expect(data.figures?.measures).toEqual([
        { name: 'count', label: 'Records', format: 'number', kind: 'count' },
        { name: 'sum_litres', label: 'Sum of Litres', format: 'number', kind: 'sum' },
        { name: 'avg_price', label: 'Average of Price', format: 'money', kind: 'avg' },
        { name: 'share', label: 'Share of total', format: 'percent', kind: 'share' },
      ]);
      const third = expect.closeTo(1 / 3, 6) as number;
      expect(rowsOf({ ...data, asOf })).toEqual([
        ['Completed', { count: 1, sum_litres: 200, avg_price: 5, share: third }],
        ['Open', { count: 2, sum_litres: 150, avg_price: 15.25, share: expect.closeTo(2 / 3, 6) as number }],
      ]);
      expect(data.figures?.total).toEqual({ count: 3, sum_litres: 350, avg_price: expect.closeTo(35.5 / 3, 6) as number, share: 1 });
      expect(data.columns.map(({ label, kind }) => [label, kind])).toEqual([
        ['Stage', 'group'],
        ['Records', 'measure'],
        ['Sum of Litres', 'measure'],
        ['Average of Price', 'measure'],
        ['Share of total', 'measure'],
      ]);
    });

    it('are dates by the chosen periods, and the records of all other groups as one', async () => {
      const byMonth = await report({ group_by: ['filled', 'tasted'], second_date_granularity: 'day', search_terms: FULL });
      const { figures } = await dataOf(byMonth);
      expect(figures?.steps.map(({ unit, groups }) => [unit, groups.map(({ label }) => label)])).toEqual([
        ['month', ['Jan 2026', 'Feb 2026']],
        // 9 pm of the day before, in the time zone of the product.
        ['day', ['03/01/26', 'None']],
      ]);
      const others = await report({ group_by: ['cellar'], search_terms: FULL, row_limit: 1, show_others: true });
      expect(rowsOf(await dataOf(others))).toEqual([
        ['North', { count: 2 }],
        ['Others', { count: 1 }],
      ]);
    });

    it('are its records with texts, if it neither groups nor measures', async () => {
      const list = await report({
        ...{ columns: ['name', 'stage', 'filled', 'litres', 'teams'], sort_field: 'litres', sort_descending: true, row_limit: 2 },
      });
      const { figures, rows, total, columns } = await dataOf(list);
      expect([figures, total, columns.map(({ label }) => label)]).toEqual([null, 4, ['Name', 'Stage', 'Filled', 'Litres', 'Teams']]);
      expect(rows.map(({ texts }) => texts)).toEqual([
        { name: 'Cedar', stage: 'Completed', filled: '02/20/26', litres: '200', teams: 'Coopers' },
        expect.objectContaining({ name: 'Ash', stage: 'Open' }),
      ]);
    });

    it('are limited to dates and teams that the reader chooses', async () => {
      expect((await dataOf(byStage, { dateRange: { field: 'filled', from: '2026-02-10', to: '2026-02-28' } })).total).toBe(2);
      const byMonth = await report({ group_by: ['filled'] });
      const { total, filter } = await dataOf(byMonth, { dateRange: { to: '2026-01-31' } });
      expect([total, filter]).toEqual([1, { filled: { range: { lte: '2026-01-31' } } }]);
      expect((await dataOf(byStage, { dateRange: { from: '2020-01-01', to: '2020-12-31' } })).total).toBe(0);
      expect((await dataOf(byStage, { teams: [team] })).total).toBe(1);
      const refused = await admin().post(`/api/reports/${byStage}/data`, { dateRange: { field: 'cellar', from: '2026-01-01' } });
      expect(refused.body).toMatchObject({ code: 'parameter_invalid', details: [{ field: 'dateRange.field' }] });
      // The clerk is not in the team: it is removed, with a warning.
      const { body } = await clerk.post(`/api/reports/${byStage}/data`, { teams: [team] });
      expect(body._warnings).toEqual([
        { code: 'teams_removed', text: 'Teams were set that you do not have access to. They will be removed from search terms' },
      ]);
      const ofTasks = await report({ related_module: 'tasks', group_by: ['status'] });
      expect((await dataOf(ofTasks, { teams: [team] })).problems).toEqual([
        expect.stringMatching(/^Tasks belong to no teams, so that the choice/),
      ]);
    });

    it('are those that the reader may see: of their teams, without hidden fields, and none without access', async () => {
      const seen = await dataOf(byStage, {}, clerk);
      expect(rowsOf(seen)).toEqual([['Open', { count: 2, sum_litres: 150, share: 1 }]]);
      expect(seen.problems).toEqual(['A figure is left out: its field no longer exists, or you may not see it.']);
      const hidden = await report({ group_by: ['stage'], search_terms: { and: [{ price: { range: { gte: 6 } } }, FULL] } });
      const { filter, problems } = await dataOf(hidden, {}, clerk);
      expect([filter, problems]).toEqual([
        { and: [FULL] },
        ['A condition is left out: its field no longer exists, or you may not see it.'],
      ]);
      await make('/api/roles', { name: 'Reports alone', module_access: { reports: ALL, reportCharts: ALL } });
      const stranger = await createSignedInUser(server(), 'cellar.stranger@muster.test', ['Reports alone']);
      expect((await stranger.post(`/api/reports/${byStage}/data`, {})).body.code).toBe('module_access_denied');
      const outsider = await createSignedInUser(server(), 'cellar.outsider@muster.test', []);
      expect((await outsider.post(`/api/reports/${byStage}/data`, {})).body.code).toBe('module_access_denied');
      const preview = await outsider.post('/api/reports/preview', { report: { related_module: 'barrels' } });
      expect(preview.body.code).toBe('module_access_denied');
    });

    it('are drawn by a chart, with its own groups and figures or those of its report', async () => {
      const stacked = await chart(byStage, {
        ...{ chart_type: 'stacked', dataGroupBy: ['filled', 'stage'], date_granularity: 'quarter', dataValueType: 'max' },
        ...{ dataValueField: 'price', show_labels: false, x_axis_label: 'Time' },
      });
      const own = await drawn(stacked);
      expect(own.chart).toEqual({
        ...{ name: 'Drawn', type: 'stacked', showLegend: true, showLabels: false, xAxisLabel: 'Time', yAxisLabel: '' },
        ...{ gaugeMaximum: null, options: {} },
      });
      expect(own.figures?.measures).toMatchObject([{ name: 'max_price', label: 'Largest Price', format: 'money' }]);
      expect(rowsOf(own)).toEqual([
        ['Q1 2026', 'Completed', { max_price: 5 }],
        ['Q1 2026', 'Open', { max_price: 20 }],
      ]);
      const gauge = await chart(byStage, { chart_type: 'gauge', dataValueType: null, gauge_maximum: 500 });
      const inherited = await drawn(gauge);
      expect([inherited.chart?.type, inherited.chart?.gaugeMaximum]).toEqual(['gauge', 500]);
      expect(inherited.figures?.measures.map(({ name }) => name)).toEqual(['count', 'sum_litres', 'avg_price', 'share']);
      const pair = await report({ group_by: ['stage', 'cellar'] });
      const bar = await drawn(await chart(pair, { chart_type: 'bar' }));
      expect([bar.figures?.steps.map(({ field }) => field), bar.chart?.type]).toEqual([['stage'], 'bar']);
      const loose = await make('/api/report-charts', { name: 'Loose', chart_type: 'bar', dataGroupBy: ['stage'] });
      expect((await admin().post(`/api/report-charts/${loose._id}/data`, {})).body.code).toBe('chart_without_report');
    });

    it('can be seen before the report is saved, with what they cost', async () => {
      const unsaved = { related_module: 'barrels', group_by: ['stage'], search_terms: { cellar: 'North' } };
      const preview = { report: unsaved, chart: { name: 'New', chart_type: 'pie', dataValueType: 'count' }, dateRange: {} };
      const data = (await must(admin().post('/api/reports/preview', preview))) as ReportData;
      expect([rowsOf(data), data.chart?.type, data.problems]).toEqual([
        [
          ['Completed', { count: 1 }],
          ['Open', { count: 1 }],
        ],
        'pie',
        [],
      ]);
      const short = { report: unsaved, chart: { chart_type: 'pivot table', dataValueType: 'count' } };
      expect(await must(admin().post('/api/reports/preview', short))).toMatchObject({
        chart: null,
        problems: ['A pivot table needs two groups.'],
        figures: { steps: [{ field: 'stage' }] },
      });
      const estimate = (await must(admin().post('/api/reports/estimate', { report: unsaved }))) as ReportEstimate;
      expect([estimate.records, typeof estimate.milliseconds, typeof estimate.usesIndex]).toEqual([2, 'number', 'boolean']);
      const list = { report: { related_module: 'barrels', columns: ['name'], sort_field: 'name' } };
      expect(await must(admin().post('/api/reports/estimate', list))).toMatchObject({ records: 4 });
      const { data: sources } = await must(admin().get('/api/reports/sources'));
      expect(sources).toContainEqual({ name: 'barrels', label: 'Barrels' });
      expect(sources).not.toContainEqual(expect.objectContaining({ name: 'reports' }));
      expect((await must(clerk.get('/api/reports/sources'))).data).toEqual([
        { name: 'barrels', label: 'Barrels' },
        { name: 'reportCharts', label: 'Report charts' },
      ]);
      const refused = await admin().post('/api/reports/preview', { report: { related_module: 'reports' } });
      expect(refused.body.code).toBe('report_source_refused');
    });

    it('follow renamed fields, and are the rest when a field is gone', async () => {
      const grouped = await report({
        ...{ group_by: ['cellar', 'stage'], aggregates: [{ fieldName: 'litres', function: 'sum' }], search_terms: FULL },
      });
      const pie = await chart(grouped, { chart_type: 'pivot table' });
      const fields = BARRELS.fields
        .filter(({ fieldName }) => fieldName !== 'cellar')
        .map((field) => (field.fieldName === 'litres' ? { ...field, fieldName: 'volume', label: 'Volume' } : field));
      await publishBarrels(server(), { ...BARRELS, fields });
      try {
        const data = await dataOf(grouped);
        expect(data.problems).toEqual(['A group is left out: its field no longer exists, or you may not see it.']);
        expect(data.filter).toEqual({ volume: { range: { gte: 1 } } });
        expect(rowsOf(data)).toEqual([
          ['Completed', { sum_volume: 200 }],
          ['Open', { sum_volume: 150 }],
        ]);
        const { chart: view, problems, figures } = await drawn(pie);
        expect([view, problems.at(-1), figures?.steps.length]).toEqual([null, 'A pivot table needs two groups.', 1]);
      } finally {
        await publishBarrels(server());
      }
    });
  },
  {},
);

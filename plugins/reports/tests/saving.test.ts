import { beforeAll, expect, it } from 'vitest';
import { describePluginRules } from '../../../tests/api/each-store.ts';
import type { ApiClient } from '../../../tests/support/api-client.ts';
import { createSignedInUser } from '../../../tests/support/create-signed-in-user.ts';
import { createRecordHelpers, must } from '../../../tests/support/record-helpers.ts';
import { ALL, fillBarrels, publishBarrels } from './barrels.ts';

const UNKNOWN = 'Its field no longer exists, or you may not see it.';

describePluginRules(
  'Saving reports',
  (server) => {
    const admin = (): ApiClient => server().admin;
    const { make } = createRecordHelpers(admin);
    let clerk: ApiClient;
    const fields = (more: object) => ({ name: 'Barrels', related_module: 'barrels', ...more });
    /** The code, the text and the field of a refusal. */
    const refusal = async (path: string, body: object, client = admin(), method: 'post' | 'put' = 'post') => {
      const response = await client[method](path, body);
      expect(response.status, JSON.stringify(response.body)).toBe(422);
      const { code, error, details } = response.body;
      return [code, error, (details as { field: string }[]).map(({ field }) => field).join()];
    };

    beforeAll(async () => {
      await publishBarrels(server());
      await fillBarrels(admin(), (await make('/api/teams', { name: 'Coopers' }))._id);
      await make('/api/roles', {
        name: 'Barrel clerk',
        module_access: { barrels: ALL, reports: ALL, reportCharts: ALL },
        field_access: { barrels: { price: 'none' } },
      });
      clerk = await createSignedInUser(server(), 'barrels@muster.test', ['Barrel clerk']);
    });

    it.each<[string, object, string, string]>([
      ['a field that does not exist', { group_by: ['nothing'] }, UNKNOWN, 'group_by'],
      ['a field without values to group by', { group_by: ['extras'] }, 'Records cannot be grouped by Extras.', 'group_by'],
      ['three groups', { group_by: ['stage', 'cellar', 'filled'] }, 'A report groups by at most two fields.', 'group_by'],
      ['a column that does not exist', { columns: ['nothing'] }, UNKNOWN, 'columns'],
      ['an order that does not exist', { sort_field: 'nothing' }, UNKNOWN, 'sort_field'],
      ['the sum of a text', { aggregates: [{ fieldName: 'cellar', function: 'sum' }] }, 'Cellar is not a number.', 'aggregates'],
      ['the sum of nothing', { aggregates: [{ function: 'sum' }] }, 'It needs a field.', 'aggregates'],
      [
        'the different values of two fields',
        { aggregates: ['stage', 'cellar'].map((fieldName) => ({ fieldName, function: 'distinct' })) },
        'Only one figure can count different values.',
        'aggregates',
      ],
      [
        'more figures than can be read',
        {
          aggregates: ['sum', 'avg', 'min', 'max', 'share'].flatMap((one) =>
            ['litres', 'price'].map((fieldName) => ({ fieldName, function: one })),
          ),
        },
        'A report has at most 9 figures.',
        'aggregates',
      ],
      ['a condition on nothing', { search_terms: { nothing: 1 } }, UNKNOWN, 'search_terms'],
      [
        'a condition that is no comparison',
        { search_terms: { litres: { contains: 'a' } } },
        'Litres cannot be compared like this.',
        'search_terms',
      ],
      ['too many groups', { group_by: ['stage'], row_limit: 1001 }, 'At most 1,000 groups.', 'row_limit'],
      [
        'too many groups that are split',
        { group_by: ['stage', 'cellar'], row_limit: 101 },
        'At most 100 groups can be split or have others.',
        'row_limit',
      ],
    ])('refuses %s, at its field', async (_, part, text, field) => {
      expect(await refusal('/api/reports', fields(part))).toEqual(['report_part_unusable', text, field]);
    });

    it('refuses a module that is left out of reports, or that the user has no access to', async () => {
      expect(await refusal('/api/reports', fields({ related_module: 'reports' }))).toEqual([
        'report_source_refused',
        'Reports cannot use Reports.',
        'related_module',
      ]);
      expect(await refusal('/api/reports', fields({ related_module: 'leads' }), clerk)).toEqual([
        'report_source_refused',
        'There is no such module, or you have no access to it.',
        'related_module',
      ]);
    });

    it.each<[string, readonly string[], string]>([
      ['stacked', ['stage'], 'A stacked bar chart needs two groups.'],
      ['grouped', [], 'A grouped bar chart needs two groups.'],
      ['line', ['filled'], 'A line chart needs two groups.'],
      ['pivot table', ['stage'], 'A pivot table needs two groups.'],
      ['bar', ['stage', 'cellar'], 'A bar chart has at most one group.'],
      ['number cards', [], 'Number cards need one group.'],
    ])('refuses a %s chart of %j', async (type, groups, text) => {
      const report = (await make('/api/reports', fields({})))._id;
      const chart = { name: 'Drawn', report, chart_type: type, dataGroupBy: groups };
      expect(await refusal('/api/report-charts', chart)).toEqual(['chart_groups_wrong', text, 'dataGroupBy']);
    });

    it('refuses fields of a chart that cannot be grouped or measured', async () => {
      const report = (await make('/api/reports', fields({ group_by: ['stage'] })))._id;
      const chart = { name: 'Drawn', report, chart_type: 'bar', dataGroupBy: ['stage'] };
      expect(await refusal('/api/report-charts', { ...chart, dataGroupBy: ['nothing'] })).toEqual([
        'report_part_unusable',
        UNKNOWN,
        'dataGroupBy',
      ]);
      expect(await refusal('/api/report-charts', { ...chart, dataValueType: 'sum' })).toEqual([
        'report_part_unusable',
        'It needs a field.',
        'dataValueField',
      ]);
      const { _id } = await make('/api/report-charts', { ...chart, dataValueType: 'sum', dataValueField: 'litres' });
      expect(await refusal(`/api/report-charts/${_id}`, { chart_type: 'line' }, admin(), 'put')).toEqual([
        'chart_groups_wrong',
        'A line chart needs two groups.',
        'dataGroupBy',
      ]);
    });

    it('refuses a report to lose groups that one of its charts needs', async () => {
      const { _id: report } = await make('/api/reports', fields({ group_by: ['stage', 'cellar'] }));
      const { _id: chart } = await make('/api/report-charts', { name: 'Lines', report, chart_type: 'line' });
      const loses = { group_by: ['stage'] };
      expect(await refusal(`/api/reports/${report}`, loses, admin(), 'put')).toEqual([
        'chart_groups_wrong',
        'The chart Lines uses these groups. A line chart needs two groups.',
        'group_by',
      ]);
      await must(admin().put(`/api/report-charts/${chart}`, { dataGroupBy: ['stage', 'filled'] }));
      await must(admin().put(`/api/reports/${report}`, loses));
    });

    it('leaves what others put into a report that the user could not', async () => {
      const { _id } = await make(
        '/api/reports',
        fields({ shared: true, aggregates: [{ fieldName: 'price', function: 'avg' }], group_by: ['stage'] }),
      );
      await must(clerk.put(`/api/reports/${_id}`, { name: 'Renamed' }));
      const both = [
        { fieldName: 'price', function: 'avg' },
        { fieldName: 'litres', function: 'sum' },
      ];
      await must(clerk.put(`/api/reports/${_id}`, { aggregates: both }));
      const more = { aggregates: [...both, { fieldName: 'price', function: 'max' }] };
      expect(await refusal(`/api/reports/${_id}`, more, clerk, 'put')).toEqual(['report_part_unusable', UNKNOWN, 'aggregates']);
      expect(await refusal('/api/reports', fields({ columns: ['price'] }), clerk)).toEqual(['report_part_unusable', UNKNOWN, 'columns']);
    });
  },
  {},
);

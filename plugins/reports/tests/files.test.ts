import readSpreadsheet from 'read-excel-file/node';
import { beforeAll, expect, it } from 'vitest';
import { SYSTEM_ACTOR } from '#engine';
import { describeOnEachStore } from '../../../tests/api/each-store.ts';
import type { ApiClient } from '../../../tests/support/api-client.ts';
import { createSignedInUser } from '../../../tests/support/create-signed-in-user.ts';
import { createRecordHelpers, must } from '../../../tests/support/record-helpers.ts';
import { migrateFilters, toSearchTerms } from '../server/migrate-filters.ts';
import { ALL, BARRELS, fillBarrels, publishBarrels } from './barrels.ts';

const linesOf = (text: unknown): readonly string[] => String(text).trim().split('\r\n');

describeOnEachStore(
  'Files and stored records of reports',
  (server) => {
    const admin = (): ApiClient => server().admin;
    const { make, read } = createRecordHelpers(admin);
    const report = async (fields: object): Promise<string> =>
      (await make('/api/reports', { name: 'Barrels: all', related_module: 'barrels', shared: true, ...fields }))._id;

    beforeAll(async () => {
      await publishBarrels(server());
      await fillBarrels(admin(), (await make('/api/teams', { name: 'Coopers' }))._id);
    });

    it('have the figures as a table, by right on the source, with an entry in the audit log', async () => {
      const aggregates = [{ function: 'count' }, { fieldName: 'price', function: 'sum' }, { fieldName: 'litres', function: 'share' }];
      const id = await report({ group_by: ['cellar', 'stage'], aggregates, search_terms: { litres: { range: { gte: 1 } } } });
      const csv = await admin().get(`/api/reports/${id}/export?format=csv`);
      expect(csv.headers.get('content-disposition')).toMatch(/filename="Barrels- all \d{4}-\d\d-\d\d\.csv"/);
      expect(linesOf(csv.body)).toEqual([
        'Cellar,Stage,Records,Sum of Price,Share of Litres (%)',
        'North,Completed,1,5.00,57.14',
        'North,Open,1,10.50,28.57',
        'South,Open,1,20.00,14.29',
      ]);
      expect(linesOf((await admin().get(`/api/reports/${id}/export?dateField=filled&from=2026-02-15`)).body)).toHaveLength(2);
      const chart = (await make('/api/report-charts', { name: 'Drawn', report: id, chart_type: 'bar', dataGroupBy: ['stage'] }))._id;
      const response = await fetch(`${server().url}/api/report-charts/${chart}/export?format=xlsx`, {
        headers: { authorization: `Bearer ${admin().token}` },
      });
      const [sheet] = await readSpreadsheet(Buffer.from(await response.arrayBuffer()));
      expect(sheet?.data).toEqual([
        ['Stage', 'Records'],
        ['Open', 2],
        ['Completed', 1],
      ]);
      const { data } = await must(admin().post('/api/audit-log/search', { searchTerms: { module: 'exports' }, pageSize: 1 }));
      expect(data).toMatchObject([
        { record_name: 'Barrels', new_value: { module: 'barrels', format: 'xlsx', records: 2, fields: ['stage'] } },
      ]);
      for (const [query, field] of [
        ['format=pdf', 'format'],
        ['from=soon', 'from'],
        ['fields=name', 'fields'],
      ])
        expect((await admin().get(`/api/reports/${id}/export?${query}`)).body).toMatchObject({
          code: 'parameter_invalid',
          details: [{ field }],
        });
      const rights = { barrels: { ...ALL, export: false }, reports: ALL, reportCharts: ALL };
      await make('/api/roles', { name: 'Looks only', module_access: rights });
      const looker = await createSignedInUser(server(), 'looker@muster.test', ['Looks only']);
      await must(looker.post(`/api/reports/${id}/data`, {}));
      for (const path of [`reports/${id}`, `report-charts/${chart}`])
        expect((await looker.get(`/api/${path}/export`)).body.code).toBe('action_not_allowed');
    });

    it('have all columns of a list, and as many records as it says', async () => {
      const list = { columns: ['name', 'stage', 'price'], sort_field: 'name' };
      const all = await admin().get(`/api/reports/${await report(list)}/export`);
      expect(linesOf(all.body)).toEqual(['Name,Stage,Price', 'Ash,Open,10.50', 'Birch,Open,20.00', 'Cedar,Completed,5.00', 'Elm,,']);
      const two = await admin().get(`/api/reports/${await report({ ...list, row_limit: 2 })}/export`);
      expect(linesOf(two.body)).toHaveLength(3);
    });

    it('that have conditions get a filter of the same conditions, deleted ones too', async () => {
      const { records } = server().application;
      const create = async (filters: readonly object[]): Promise<string> => {
        const fields = { name: 'Older', related_module: 'barrels', filters: filters as never };
        return (await records.create(SYSTEM_ACTOR, { module: 'reports', fields })).record._id;
      };
      const range = { gte: 'today-7', lte: 'today + 30' };
      const filled = await create([
        { fieldName: 'stage', operator: 'in', value: ['Open'] },
        { fieldName: 'filled', operator: 'range', value: range },
      ]);
      // Its field is removed later.
      const field = { id: 'barrels_nothing', fieldName: 'nothing', label: 'Nothing', inputType: 'Number' } as const;
      await publishBarrels(server(), { ...BARRELS, fields: [...BARRELS.fields, field] });
      const gone = await create([{ fieldName: 'nothing', operator: 'equals', value: 1 }]);
      await publishBarrels(server());
      await must(admin().put(`/api/reports/mark-deleted/${gone}`, {}));
      const unchanged = await report({ search_terms: { cellar: 'North' } });
      const { _version: version } = await read(`/api/reports/${unchanged}`);
      for (let run = 0; run < 2; run += 1) await migrateFilters({ records, actor: SYSTEM_ACTOR });
      expect((await read(`/api/reports/${filled}`))['search_terms']).toEqual({
        and: [{ stage: { in: ['Open'] } }, { filled: { range: { gte: { $: 'today', days: -7 }, lte: { $: 'today', days: 30 } } } }],
      });
      expect((await read(`/api/reports/${gone}`))['search_terms']).toEqual({ and: [{ nothing: { equals: 1 } }] });
      expect((await read(`/api/reports/${unchanged}`))['_version']).toBe(version);
      expect(await must(admin().post(`/api/reports/${filled}/data`, {}))).toMatchObject({ problems: [], total: 0 });
    });

    it('leave out conditions that are not complete', () => {
      const terms = toSearchTerms([
        { fieldName: 'read', operator: 'equals', value: 'today' },
        { fieldName: 'due', operator: 'range', value: { gte: { $: 'today', days: 2 } } },
        { fieldName: 'owner', operator: 'equals', value: { $: 'me' } },
        { fieldName: 'lost', operator: '', value: 1 },
        { fieldName: 'begun', operator: 'equals' },
        'nonsense',
      ]);
      expect(terms).toEqual({
        and: [
          { read: { equals: { $: 'today' } } },
          { due: { range: { gte: { $: 'today', days: 2 } } } },
          { owner: { equals: { $: 'me' } } },
        ],
      });
      expect(toSearchTerms([])).toBeNull();
    });
  },
  {},
);

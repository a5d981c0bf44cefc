import readSpreadsheet from 'read-excel-file/node';
import { beforeAll, expect, it } from 'vitest';
import type { FiguresInput, PluginManifest, PluginRouteContext, PluginRouteResponse } from '#engine';
import type { JsonObject } from '#engine/model/values';
import { createApiClient, type ApiClient } from '../support/api-client.ts';
import { createSignedInUser } from '../support/create-signed-in-user.ts';
import { createRecordHelpers, must } from '../support/record-helpers.ts';
import { describeRules, WORKSHOP } from './each-store.ts';

const BY_STATE: Omit<FiguresInput, 'module'> = {
  by: [{ field: 'state' }],
  measures: [
    { name: 'n', kind: 'count' },
    { name: 'weight', kind: 'sum', field: 'weight' },
  ],
};
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

type Handle = (context: PluginRouteContext, filter: JsonObject) => Promise<object>;

/** A route of the plugin that reads with POST; the body is a filter. */
const readWith =
  (handle: Handle) =>
  async (context: PluginRouteContext): Promise<PluginRouteResponse> => ({
    body: (await handle(context, (context.body ?? {}) as JsonObject)) as PluginRouteResponse['body'],
  });

const readFigures: Handle = ({ reports, actor }, filter) => reports.figures(actor, { module: 'tools', filter, ...BY_STATE });

const COUNTING: PluginManifest = {
  name: 'counting',
  version: '1.0.0',
  engine: '*',
  reads: ['tools.*'],
  hooks: {
    preSave: [
      {
        module: 'tools',
        name: 'known',
        run: async (context) => {
          const { notes } = context.draft;
          const source = await context.reports.source(context.actor, 'tools');
          if (typeof notes === 'string' && source.field(notes) === undefined) context.refuse('unknown_field');
        },
      },
    ],
  },
  routes: [
    { method: 'POST', path: '/api/counted', readOnly: true, handle: readWith(readFigures) },
    { method: 'POST', path: '/api/counted/stored', handle: readWith(readFigures) },
    {
      method: 'POST',
      path: '/api/counted/source',
      readOnly: true,
      handle: readWith(async ({ reports, actor }, filter) => {
        const source = await reports.source(actor, 'tools');
        const names = ['cost', 'weight', 'place.city', 'spares', 'last_used', 'extras', 'nothing'];
        return { ...source, fields: names.map((name) => source.field(name) ?? null), pruned: source.filter(filter) };
      }),
    },
    {
      method: 'POST',
      path: '/api/counted/cost',
      readOnly: true,
      handle: readWith(async ({ reports, actor }, filter) => {
        const { milliseconds, ...cost } = await reports.estimate(actor, { module: 'tools', filter, ...BY_STATE });
        return { ...cost, isMeasured: milliseconds !== null && milliseconds >= 0 };
      }),
    },
    {
      method: 'GET',
      path: '/api/counted/file',
      downloads: ['text/csv', XLSX],
      handle: async ({ reports, actor, query }) => {
        const format = query['format'] === 'xlsx' ? 'xlsx' : 'csv';
        const columns = ['name', 'state', 'cost', 'place.city', 'makers_tools'];
        if (query['kind'] === 'list') return reports.exportList(actor, { module: 'tools', columns, limit: 2, title: 'My tools', format });
        const { steps, rows, total, isComplete } = await reports.figures(actor, { module: 'tools', ...BY_STATE });
        const measures = [
          { name: 'n', label: 'Records', format: 'number', kind: 'count' },
          { name: 'weight', label: 'Part', format: 'percent', kind: 'share' },
        ] as const;
        return reports.exportFigures(actor, {
          ...{ module: 'tools', filter: {}, title: 'Tools: by state', format },
          figures: { steps, rows, total, isComplete, measures },
        });
      },
    },
  ],
};

describeRules(
  'The reports of a plugin',
  (server) => {
    const admin = (): ApiClient => server().admin;
    const { make } = createRecordHelpers(admin);
    let borrower: ApiClient;
    const counts = async (client: ApiClient, body: object = {}) => {
      const { steps, rows } = await must(client.post('/api/counted', body));
      const labels = steps[0].groups.map(({ label }: { label: string }) => label);
      return rows.map(({ at, values }: { at: [number]; values: object }) => [labels[at[0]], values]);
    };

    beforeAll(async () => {
      const maker = await make('/api/makers', { name: 'Counted & Sons' });
      const place = { city: 'Atlanta', state: 'GA' };
      await make('/api/tools', { name: 'Adze', state: 'new', weight: 2, cost: 3.5, place, makers_tools: maker._id });
      await make('/api/tools', { name: 'Bit', state: 'new', weight: 3 });
      await make('/api/tools', { name: 'Chisel', state: 'broken', weight: 4 });
      borrower = await createSignedInUser(server(), 'counted@muster.test', ['Borrower']);
    });

    it('are figures of the records that the actor may see', async () => {
      expect(await counts(admin())).toEqual([
        ['New', { n: 2, weight: 5 }],
        ['Broken', { n: 1, weight: 4 }],
      ]);
      expect(await counts(admin(), { state: 'broken' })).toEqual([['Broken', { n: 1, weight: 4 }]]);
      expect(await counts(borrower)).toEqual([]);
      const stranger = await createSignedInUser(server(), 'uncounted@muster.test', []);
      expect((await stranger.post('/api/counted', {})).body.code).toBe('module_access_denied');
    });

    it('are read in previews, and computed again for a repeated idempotency key, unless the route may write', async () => {
      const token = (await must(admin().post('/api/previews', { changeSet: null, roles: ['role_keeper'] }), 201)).token as string;
      const shown = createApiClient(server().url, token);
      expect((await must(shown.post('/api/counted', {}))).total.n).toBeGreaterThan(0);
      expect((await shown.post('/api/counted/stored', {})).body.code).toBe('preview_read_only');
      const key = { 'idempotency-key': 'count-once' };
      const send = async (path: string) => (await must(admin().post(path, {}, key))).total.n as number;
      const before = [await send('/api/counted'), await send('/api/counted/stored')];
      const { _id } = await make('/api/tools', { name: 'Drill' });
      expect([await send('/api/counted'), await send('/api/counted/stored')]).toEqual([Number(before[0]) + 1, before[1]]);
      await must(admin().delete(`/api/tools/${_id}`));
    });

    it('describe the fields that an actor may use, and the conditions that they may not', async () => {
      const keeper = await createSignedInUser(server(), 'keeper.counted@muster.test', ['Keeper']);
      const filter = { and: [{ cost: { range: { gte: 1 } } }, { weight: { contains: 'x' } }, { weight: { range: { gte: 1 } } }] };
      const { fields, pruned, ...source } = await must(keeper.post('/api/counted/source', filter));
      expect(source).toEqual({ name: 'tools', label: 'Tools', isAllowed: true, hasTeams: false, nameField: 'name' });
      expect(pruned).toEqual({
        filter: { and: [{ weight: { range: { gte: 1 } } }] },
        omitted: [
          { kind: 'unknown', field: 'cost' },
          { kind: 'unusable', field: 'weight' },
        ],
      });
      const usable = { canGroup: true, isNumber: false, isMoney: false, canCountValues: true, canSort: true };
      expect(fields).toEqual([
        null,
        { name: 'weight', label: 'Weight', inputType: 'Number', ...usable, isNumber: true },
        expect.objectContaining({ name: 'place.city', label: 'Place', inputType: 'Address', canGroup: true }),
        expect.objectContaining({ name: 'spares', canGroup: true, canCountValues: false }),
        expect.objectContaining({ name: 'last_used', date: 'instant', canGroup: true }),
        expect.objectContaining({ name: 'extras', canGroup: false, canCountValues: false, canSort: false }),
        null,
      ]);
      expect((await must(admin().post('/api/counted/source', {}))).fields[0]).toMatchObject({ name: 'cost', isMoney: true });
    });

    it('tell the number of records, whether an index finds them, and the measured time', async () => {
      const cost = (filter: object) => must(admin().post('/api/counted/cost', filter));
      expect(await cost({})).toMatchObject({ records: 3, isMeasured: true });
      expect(await cost({ name: { equals: 'Bit' } })).toEqual({ records: 1, isMeasured: true, usesIndex: true });
      expect(await cost({ not: { name: { equals: 'Bit' } } })).toEqual({ records: 2, isMeasured: true, usesIndex: false });
      expect(await cost({ _id: 'none' })).toEqual({ records: 0, isMeasured: true, usesIndex: true });
    });

    it('are files of figures and lists, by right, with an entry in the audit log', async () => {
      const file = (query: string, client = admin()) => client.get(`/api/counted/file?${query}`);
      const figures = await file('format=csv');
      expect(figures.headers.get('content-disposition')).toMatch(/filename="Tools- by state \d{4}-\d\d-\d\d\.csv"/);
      expect(String(figures.body).trim().split('\r\n')).toEqual(['State,Records,Part (%)', 'New,2,500', 'Broken,1,400']);
      const list = String((await file('kind=list')).body).trim();
      expect(list.split('\r\n')).toEqual(['Name,State,Cost,Place,Maker', 'Adze,New,3.50,Atlanta,Counted & Sons', 'Bit,New,,,']);
      const response = await fetch(`${server().url}/api/counted/file?format=xlsx&kind=list`, {
        headers: { authorization: `Bearer ${admin().token}` },
      });
      expect(response.headers.get('content-type')).toBe(XLSX);
      const [sheet] = await readSpreadsheet(Buffer.from(await response.arrayBuffer()));
      expect(sheet?.data.slice(0, 2)).toEqual([
        ['Name', 'State', 'Cost', 'Place', 'Maker'],
        ['Adze', 'New', 3.5, 'Atlanta', 'Counted & Sons'],
      ]);
      const entries = (await must(admin().post('/api/audit-log/search', { searchTerms: { module: 'exports' }, pageSize: 5 }))).data;
      expect(entries.map(({ new_value }: { new_value: object }) => new_value)).toEqual(
        expect.arrayContaining([
          { module: 'tools', format: 'csv', records: 2, fields: ['state'], searchTerms: {} },
          { module: 'tools', format: 'xlsx', records: 2, fields: ['name', 'state', 'cost', 'place', 'makers_tools'] },
        ]),
      );
      expect((await file('format=csv', borrower)).body.code).toBe('action_not_allowed');
      expect((await file('kind=list', borrower)).body.code).toBe('action_not_allowed');
    });

    it('check a save before it is written', async () => {
      expect((await admin().post('/api/tools', { name: 'Wrong', notes: 'no_field' })).body.code).toBe('unknown_field');
      const { _id } = await make('/api/tools', { name: 'Right', notes: 'weight' });
      await must(admin().delete(`/api/tools/${_id}`));
    });
  },
  { ...WORKSHOP, plugins: [COUNTING] },
);

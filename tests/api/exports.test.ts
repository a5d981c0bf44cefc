import readSpreadsheet from 'read-excel-file/node';
import { beforeAll, expect, it } from 'vitest';
import type { ApiClient } from '../support/api-client.ts';
import { createSignedInUser } from '../support/create-signed-in-user.ts';
import { createRecordHelpers, must } from '../support/record-helpers.ts';
import { describeOnEachStore } from './each-store.ts';

/** The lines of a CSV file; values in quotes keep their quotes. */
const linesOf = (text: unknown): string[] =>
  String(text)
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split('\r\n');

/** A module with a sensitive field. */
const VIALS = {
  ...{ id: 'vials', name: 'vials', label: 'Vials', labelSingular: 'Vial', kind: 'plain', custom: true },
  fields: [
    { id: 'vials_code', fieldName: 'code', label: 'Code', inputType: 'TextField', sensitive: true },
    { id: 'vials_dose', fieldName: 'dose', label: 'Name', inputType: 'Number' },
  ],
};

const COLUMNS =
  'name,state,tags,cost,weight,bought,last_used,is_sharp,number,notes,place,hotline,keywords,extras,spares,about,makers_tools';

describeOnEachStore('An export of records', (server) => {
  const admin = (): ApiClient => server().admin;
  const { make } = createRecordHelpers(admin);
  const idsOf = new Map<string, string>();

  beforeAll(async () => {
    const maker = await make('/api/makers', { name: 'Ünal & Söhne' });
    const spare = await make('/api/tools', { name: 'Zz spare', weight: 2 });
    const tool = await make('/api/tools', {
      ...{ name: 'Band saw, "large"', state: 'in_use', tags: ['new', 'broken'], cost: -12.5, weight: 3.25, bought: '2026-02-03' },
      ...{ last_used: '2026-07-01T16:05:09.000Z', is_sharp: true, notes: '=1+1', keywords: ['steel', 'wood; oak'] },
      ...{ place: { street: '12 Main St', city: 'Atlanta', state: 'GA', zip: '30301' }, hotline: '4045550142' },
      ...{ extras: { lastCall: '2026-01-02', isLoud: false }, spares: [spare._id], about: { module: 'makers', id: maker._id } },
      makers_tools: maker._id,
    });
    for (const [name, { _id }] of Object.entries({ maker, spare, tool })) idsOf.set(name, _id);
  });

  it('to CSV has labels, names of relates, dates as people write them, and no formulas', async () => {
    const response = await admin().get(`/api/tools/export?fields=${COLUMNS}&sortField=name`);
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="Tools \d{4}-\d\d-\d\d\.csv"/);
    // The client reads the byte order mark away.
    const [head, saw, spare, ...rest] = linesOf(response.body);
    expect(rest).toEqual([]);
    expect(head).toBe('Name,State,Tags,Cost,Weight,Bought,Last used,Sharp,Number,Notes,Place,Hotline,Keywords,Extras,Spares,About,Maker');
    expect(saw).toMatch(
      /^"Band saw, ""large""",In use,New; Broken,-12\.50,3\.25,02\/03\/26,"07\/01\/26, 12:05:09 pm",Yes,\d+,'=1\+1,"12 Main St, Atlanta, GA 30301",/,
    );
    expect(saw).toContain(',(404) 555-0142,steel; wood; oak,"Last call: 01/02/26, Is loud: No",Zz spare,Ünal & Söhne,Ünal & Söhne');
    expect(spare).toMatch(/^Zz spare,New,,,2,,,,\d+,,,,,,,,$/);
  });

  it('to NDJSON and raw CSV has the values of the API', async () => {
    const read = (await admin().get(`/api/tools/${idsOf.get('tool')}`)).body;
    const exported = await admin().get(`/api/tools/export?format=ndjson&ids=${idsOf.get('tool')}`);
    expect(exported.headers.get('content-type')).toBe('application/x-ndjson');
    const { deleted: _, _version, ...expected } = read;
    // One line, which the client parses.
    expect(exported.body).toEqual(expected);
    const names = (await admin().get('/api/tools/export?format=ndjson&values=labels&fields=name,state,is_sharp,bought&sortField=name'))
      .body;
    expect(linesOf(String(names).replaceAll('\n', '\r\n')).map((line) => JSON.parse(line) as unknown)).toEqual([
      { name: 'Band saw, "large"', state: 'In use', is_sharp: true, bought: '02/03/26' },
      { name: 'Zz spare', state: 'New' },
    ]);
    const text = (
      await admin().post('/api/tools/export', { values: 'raw', fields: ['_id', 'tags', 'is_sharp', 'bought', 'about'], ids: [read._id] })
    ).body;
    expect(linesOf(text)).toEqual([
      '_id,tags,is_sharp,bought,about',
      `${read._id},"[""new"",""broken""]",true,2026-02-03,"{""module"":""makers"",""id"":""${idsOf.get('maker')}""}"`,
    ]);
  });

  it('to XLSX has numbers, dates and booleans, and texts that look like formulas as texts', async () => {
    const fields = ['name', 'cost', 'weight', 'bought', 'last_used', 'is_sharp', 'notes'];
    const response = await fetch(`${server().url}/api/files/spreadsheet/export-to-spreadsheet`, {
      method: 'POST',
      headers: { authorization: `Bearer ${admin().token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ module: 'tools', fields, searchTerms: { name: { startsWith: 'band' } } }),
    });
    expect(response.headers.get('content-type')).toContain('spreadsheetml');
    const [sheet] = await readSpreadsheet(Buffer.from(await response.arrayBuffer()));
    expect(sheet?.sheet).toBe('Tools');
    expect(sheet?.data).toEqual([
      ['Name', 'Cost', 'Weight', 'Bought', 'Last used', 'Sharp', 'Notes'],
      ['Band saw, "large"', -12.5, 3.25, new Date('2026-02-03T00:00:00Z'), new Date('2026-07-01T12:05:09Z'), true, '=1+1'],
    ]);
    expect((await admin().post('/api/files/spreadsheet/export-to-spreadsheet', { module: 'tols' })).body.code).toBe('module_not_found');
  });

  it('has what the search matches in its order, and refuses unknown names', async () => {
    const of = async (query: string) => linesOf((await admin().get(`/api/tools/export?fields=name&${query}`)).body).slice(1);
    expect(await of('sortField=name&sortOrder=desc')).toEqual(['Zz spare', '"Band saw, ""large"""']);
    expect(await of('search=spare')).toEqual(['Zz spare']);
    expect(await of(`searchTerms=${encodeURIComponent('{"weight":{"range":{"gt":3}}}')}`)).toEqual(['"Band saw, ""large"""']);
    expect(await of(`searchTerms=${encodeURIComponent('{"weight":{"range":{"gt":30}}}')}`)).toEqual([]);
    for (const [query, code] of [
      ['fields=nope', 'unknown_field'],
      ['format=pdf', 'parameter_invalid'],
      ['pageSize=5', 'parameter_invalid'],
      ['searchTerms=%7B%22nope%22:1%7D', 'unknown_field'],
    ])
      expect((await admin().get(`/api/tools/export?${query}`)).body.code).toBe(code);
    const select = (count: number) => Array.from({ length: count }, (_, at) => `id${at}`);
    expect((await admin().post('/api/tools/export', { ids: select(100_001) })).body.code).toBe('parameter_invalid');
    const many = await admin().post('/api/tools/export', { ids: [...select(99_999), idsOf.get('spare')], fields: ['name'] });
    expect([many.status, String(many.body).trim().split('\r\n').length]).toEqual([200, 2]);
    expect((await admin().post('/api/generic-modules/export', { moduleOptions: { name: 'tools' }, fields: ['name'] })).body).toContain(
      'Zz spare',
    );
  });

  it('has what the requester may see, and needs the right to export', async () => {
    const keeper = await createSignedInUser(server(), 'export.keeper@muster.test', ['Keeper']);
    const borrower = await createSignedInUser(server(), 'export.borrower@muster.test', ['Borrower']);
    const [head] = linesOf((await keeper.get('/api/tools/export')).body);
    expect(head?.split(',')).toEqual(expect.arrayContaining(['Id', 'Name', 'State', 'Created']));
    expect(head).not.toContain('Cost');
    expect(head).not.toContain('Deleted');
    expect((await keeper.get('/api/tools/export?fields=cost')).body.code).toBe('unknown_field');
    expect((await borrower.get('/api/tools/export')).body.code).toBe('action_not_allowed');
    expect((await keeper.get('/api/makers/export')).body.code).toBe('action_not_allowed');
    expect((await borrower.get('/api/makers/export')).body.code).toBe('module_access_denied');
    expect((await server().anonymous.get('/api/tools/export')).status).toBe(401);
  });

  it('is one entry in the audit log, which System Admins read', async () => {
    const searchTerms = { name: { startsWith: 'band' } };
    await must(admin().post('/api/tools/export', { fields: ['name'], searchTerms, search: 'saw' }));
    const { data } = await must(admin().post('/api/audit-log/search', { searchTerms: { module: 'exports' }, pageSize: 1 }));
    expect(data).toMatchObject([
      {
        ...{ fullModule: 'Exports', record_name: 'Tools', changeSource: 'export', field: null },
        new_value: { module: 'tools', format: 'csv', records: 1, fields: ['name'], searchTerms, search: 'saw' },
      },
    ]);
    const keeper = await createSignedInUser(server(), 'export.reader@muster.test', ['Keeper']);
    expect((await keeper.post('/api/audit-log/search', { searchTerms: { module: 'exports' } })).body.code).toBe('admin_only');
  });

  it('has sensitive values only for those who may read them, and audits that as a read', async () => {
    const { _id } = await must(admin().post('/api/change-sets', { name: 'Vials' }), 201);
    await must(admin().put(`/api/change-sets/${_id}/changes`, { changes: [{ kind: 'module', id: 'vials', definition: VIALS }] }));
    await must(admin().post(`/api/change-sets/${_id}/publish`, {}));
    const access = { access: true, create: true, export: true, view: 'All', edit: 'All', delete: 'All' };
    for (const [name, sensitive_access] of [
      ['Vial clerk', []],
      ['Vial auditor', ['vials']],
    ])
      await make('/api/roles', { name, module_access: { vials: access }, sensitive_access });
    const vial = await make('/api/vials', { name: 'Blue', code: 'X-1', dose: 3 });
    const clerk = await createSignedInUser(server(), 'export.clerk@muster.test', ['Vial clerk']);
    const auditor = await createSignedInUser(server(), 'export.auditor@muster.test', ['Vial auditor']);
    const masked = String((await clerk.get('/api/vials/export')).body);
    expect(linesOf(masked)[0]).not.toContain('Code');
    expect(masked).not.toContain('X-1');
    expect((await clerk.get('/api/vials/export?fields=name,code')).body).toMatchObject({
      ...{ code: 'action_not_allowed', error: 'You may not export Code.' },
      details: [{ field: 'code' }],
    });
    // Two columns have the same label.
    expect(linesOf((await auditor.get('/api/vials/export?fields=name,code,dose')).body)).toEqual([
      'Name (name),Code,Name (dose)',
      'Blue,X-1,3',
    ]);
    const { data } = await must(admin().post('/api/audit-log/search', { searchTerms: { module: 'vials', record_id: vial._id } }));
    expect(data).toContainEqual(expect.objectContaining({ field: 'code', changeSource: 'sensitive value read' }));
  });

  it('has every record of a long list', async () => {
    const records = Array.from({ length: 450 }, (_, at) => ({ name: `Clamp ${String(at).padStart(3, '0')}` }));
    for (let at = 0; at < records.length; at += 50)
      await Promise.all(records.slice(at, at + 50).map((fields) => make('/api/makers', fields)));
    const lines = linesOf((await admin().get('/api/makers/export?fields=name&sortField=name&search=clamp')).body);
    expect(lines.slice(1)).toEqual(records.map(({ name }) => name));
  });
});

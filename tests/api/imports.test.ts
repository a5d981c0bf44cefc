import { request as sendRequest } from 'node:http';
import readSpreadsheet from 'read-excel-file/node';
import { beforeAll, expect, inject, it } from 'vitest';
import { waitUntil } from '../../engine/testing/wait-until.ts';
import { writeWorkbook } from '../../engine/exports/index.ts';
import { changeImport } from '../../engine/imports/stored-import.ts';
import type { ApiClient, TestResponse } from '../support/api-client.ts';
import { createSignedInUser } from '../support/create-signed-in-user.ts';
import { createRecordHelpers, must } from '../support/record-helpers.ts';
import { download, upload } from '../support/upload.ts';
import { describeOnEachStore } from './each-store.ts';

const TIMEOUT = 60_000 * inject('timeoutFactor');

type Body = TestResponse['body'];

/** The lines of a CSV file. */
const linesOf = (text: string): string[] => text.replace(/^\uFEFF/, '').trimEnd().split('\r\n');

describeOnEachStore('Imports', (server) => {
  const admin = (): ApiClient => server().admin;
  const { make, read } = createRecordHelpers(admin);
  let keeper: ApiClient;
  let borrower: ApiClient;

  beforeAll(async () => {
    keeper = await createSignedInUser(server(), 'import.keeper@muster.test', ['Keeper']);
    borrower = await createSignedInUser(server(), 'import.borrower@muster.test', ['Borrower']);
  });

  const send = (content: string | Uint8Array<ArrayBuffer>, client = admin(), name = 'tools.csv', module = 'tools') =>
    upload(client, { name, content, to: '/api/imports', fields: { module } });
  const open = async (content: string | Uint8Array<ArrayBuffer>, client = admin(), name = 'tools.csv'): Promise<Body> =>
    must(send(content, client, name), 201);
  const step = (id: string, name: string, body: object = {}, client = admin()) => client.post(`/api/imports/${id}/${name}`, body);
  const put = (id: string, body: object, client = admin()) => client.put(`/api/imports/${id}`, body);
  const rowsOf = async (id: string, query = '', client = admin()): Promise<Body> => must(client.get(`/api/imports/${id}/rows${query}`));
  const fieldsOf = (view: Body): readonly unknown[] => view.columns.map(({ field }: { readonly field: unknown }) => field);
  const ended = async (id: string, client = admin()): Promise<Body> => {
    let view: Body;
    await waitUntil(
      async () => {
        view = (await client.get(`/api/imports/${id}`)).body;
        return !['checking', 'running'].includes(view.state);
      },
      { timeout: TIMEOUT, what: 'The end of the import' },
    );
    return view;
  };
  const start = async (id: string, body: object = {}, client = admin()): Promise<Body> => {
    await must(step(id, 'start', body, client), 202);
    return ended(id, client);
  };
  const program = (content: string, query = '', client = admin(), type = 'text/csv', headers: { [name: string]: string } = {}) =>
    fetch(`${client.url}/api/tools/import${query}`, {
      method: 'POST',
      body: content,
      headers: { 'content-type': type, authorization: `Bearer ${client.token}`, ...headers },
    }).then(async (response) => ({ status: response.status, body: (await response.json()) as Body }));
  const run = async (content: string, query = '', client = admin(), type = 'text/csv'): Promise<Body> => {
    const { status, body } = await program(content, query, client, type);
    expect(status, JSON.stringify(body)).toBe(202);
    return ended(body._id, client);
  };
  const totalOf = async (name: string): Promise<number> =>
    (await must(admin().post('/api/tools/search', { searchTerms: { name: { startsWith: name } }, pageSize: 1 }))).total as number;

  it('reads a file, proposes its columns, checks it and saves it as one batch that can be undone', async () => {
    const file =
      'Name;Serial no;State;Bought;Cost;Town, ST;Sharp;Unknown thing\n' +
      'Wizard saw;W-1;In use;31.12.2025;1.250,50;"Houston, TX";x;1\n' +
      'Wizard axe;W-2;broken;01.02.2026;3,5;Dallas;no;2\n';
    const view = await open(file);
    expect(view).toMatchObject({
      ...{ module: 'tools', state: 'draft', source: 'wizard', rows: 2, summary: null, batchId: null, rememberedFrom: null },
      file: { name: 'tools.csv', format: 'csv', encoding: 'utf-8', delimiter: ';', header: true, sheet: null, sheets: [] },
      duplicates: { action: 'skip', by: ['serial'] },
    });
    expect(fieldsOf(view)).toEqual(['name', 'serial', 'state', 'bought', 'cost', 'place', 'is_sharp', null]);
    expect(view.columns[0]).toMatchObject({ header: 'Name', label: 'Name', samples: ['Wizard saw', 'Wizard axe'] });
    const checked = await must(step(view._id, 'check'));
    expect(checked).toMatchObject({ state: 'checked', summary: { rows: 2, new: 2, problem: 0, kinds: [], seconds: expect.any(Number) } });
    expect(await totalOf('wizard')).toBe(0);
    expect((await rowsOf(view._id)).data[0]).toMatchObject({
      ...{ row: 2, state: 'new', record: null, problems: [] },
      cells: expect.arrayContaining([expect.objectContaining({ column: 2, text: 'In use', shown: 'In use', was: null, problem: null })]),
    });
    const done = await start(view._id, { _version: checked._version });
    expect(done).toMatchObject({ state: 'done', progress: { done: 2, total: 2, created: 2, refused: 0 }, undoUntil: expect.any(String) });
    const { data } = await must(admin().post('/api/tools/search', { searchTerms: { name: { startsWith: 'wizard' } }, sortField: 'name' }));
    expect(data).toMatchObject([
      { name: 'Wizard axe', state: 'broken', bought: '2026-02-01', cost: 3.5, place: { city: 'Dallas' } },
      { name: 'Wizard saw', state: 'in_use', bought: '2025-12-31', cost: 1250.5, place: { city: 'Houston', state: 'TX' }, is_sharp: true },
    ]);
    const entries = (await must(admin().get(`/api/audit-log?module=tools&record_id=${data[0]._id}`))).data as readonly { changeSource: string }[];
    expect(entries.every(({ changeSource }) => changeSource === 'import')).toBe(true);
    expect((await must(admin().post(`/api/batches/${done.batchId}/undo`))).undone).toHaveLength(2);
    expect(await totalOf('wizard')).toBe(0);
  });

  it('shows every problem at its cell, suggests values, and takes corrections of a cell or of all cells with a text', async () => {
    const file =
      'Name,State,Hotline,Bought,Weight\nFix 1,In usage,404-555-01,13/40/26,5\nFix 2,in usage,404-555-0142,12/31/25,5\nFix 3,New/Broken,(404) 555-0143,soon,heavy\nFix 4,New,,,-1\n';
    const view = await open(file);
    const checked = await must(step(view._id, 'check'));
    expect(checked.summary).toMatchObject({ rows: 4, new: 0, problem: 4 });
    const kinds = checked.summary.kinds as readonly { readonly text: string; readonly count: number }[];
    expect(kinds[0]).toMatchObject({ column: 1, field: 'state', code: 'not_an_option', text: 'State is not an option', count: 3 });
    expect(kinds.map(({ text }) => text)).toEqual(
      expect.arrayContaining(['Hotline is no phone number', 'Bought is no date', 'Weight is no number']),
    );
    expect(checked.columns[1]).toMatchObject({ field: 'state', problems: 3 });
    expect(checked.summary.values[0]).toMatchObject({
      ...{ column: 1, text: 'In usage', count: 2 },
      suggestions: expect.arrayContaining([{ value: 'in_use', label: 'In use' }]),
    });
    const { data, total } = await rowsOf(view._id, '?state=problem&pageSize=2');
    expect(total).toBe(4);
    const cells = data[0].cells as readonly { readonly column: number; readonly problem: { readonly text: string } | null }[];
    expect(cells.map(({ problem }) => problem?.text ?? null)).toEqual([null, 'Not an option of State', '8 of 10 digits', 'No such day', null]);
    expect(data[0].cells[1].problem).toMatchObject({ sameText: 2, suggestions: expect.arrayContaining([{ value: 'in_use', label: 'In use' }]) });
    expect((await rowsOf(view._id, '?state=problem&pageSize=2&pageNumber=1')).data).toMatchObject([
      { row: 4, cells: expect.arrayContaining([expect.objectContaining({ problem: expect.objectContaining({ text: '2 options of State' }) })]) },
      { row: 5, cells: expect.arrayContaining([expect.objectContaining({ column: 4, problem: expect.objectContaining({ code: 'too_small' }) })]) },
    ]);
    const ofKind = await rowsOf(view._id, '?state=problem&code=not_an_option&column=1&field=state&pageSize=1&pageNumber=1');
    expect([ofKind.total, ofKind.data.map(({ row }: Body) => row)]).toEqual([3, [3]]);
    expect((await rowsOf(view._id, '?code=not_an_option')).total).toBe(0);
    const corrections = {
      values: [{ column: 1, text: 'IN USAGE', value: 'In use' }],
      cells: [
        { row: 2, column: 2, value: '404-555-0141' },
        { row: 2, column: 3, value: null },
      ],
    };
    const corrected = await must(put(view._id, { _version: checked._version, corrections }));
    expect(corrected).toMatchObject({ state: 'draft', summary: null });
    expect((await must(step(view._id, 'check'))).summary).toMatchObject({ new: 2, problem: 2 });
    expect((await rowsOf(view._id, '?state=new')).data[0].cells[1]).toMatchObject({ text: 'In use', isCorrected: true });
    const done = await start(view._id);
    expect(done).toMatchObject({ state: 'done', progress: { created: 2, refused: 2 } });
    expect(done.refused).toContainEqual({ row: 4, field: 'weight', code: 'not_a_number', text: 'Not a number' });
    // The next file with the same columns has the same choices.
    const next = await open(file.replaceAll('Fix', 'Next'));
    expect(next).toMatchObject({ rememberedFrom: done.startedAt, corrections: { cells: [], values: corrections.values } });
  });

  it('has a file of the refused rows that is corrected and imported again', async () => {
    const file = 'Name,Weight,Notes\nRow 1,1,=1+1\nRow 2,heavy,"a, ""b"""\n';
    const done = await start((await open(file))._id);
    expect(done.progress).toMatchObject({ created: 1, refused: 1 });
    const errors = await download(admin(), `/api/imports/${done._id}/errors?format=csv`);
    expect(errors.headers.get('content-disposition')).toContain('tools - problems.csv');
    const lines = linesOf(errors.bytes.toString());
    expect(lines).toEqual(['Name,Weight,Notes,Problems', 'Row 2,heavy,"a, ""b""",Weight: Not a number']);
    const excel = await download(admin(), `/api/imports/${done._id}/errors?format=xlsx`);
    expect((await readSpreadsheet(excel.bytes))[0]?.data).toEqual([
      ['Name', 'Weight', 'Notes', 'Problems'],
      ['Row 2', 'heavy', 'a, "b"', 'Weight: Not a number'],
    ]);
    const again = await open(errors.bytes.toString().replace('heavy', '2'), admin(), 'again.csv');
    expect(fieldsOf(again)).toEqual(['name', 'weight', 'notes', null]);
    expect(again.rememberedFrom).toBe(done.startedAt);
    expect((await start(again._id)).progress).toMatchObject({ created: 1, refused: 0 });
    const { data } = await must(admin().post('/api/tools/search', { searchTerms: { name: { startsWith: 'row ' } }, sortField: 'name' }));
    expect(data).toMatchObject([
      { name: 'Row 1', notes: '=1+1' },
      { name: 'Row 2', notes: 'a, "b"', weight: 2 },
    ]);
  });

  it.each([
    ['skip', { update: 0, unchanged: 0, skip: 2 }, { weight: 1, hotline: undefined }],
    ['update', { update: 1, unchanged: 1, skip: 0 }, { weight: 5, hotline: '4045550111', notes: 'own' }],
    ['merge', { update: 1, unchanged: 1, skip: 0 }, { weight: 1, hotline: '4045550111', notes: 'own' }],
  ] as const)('treats rows that match a record as asked: %s', async (action, counts, expected) => {
    const old = await make('/api/tools', { name: `Same ${action}`, serial: `S-${action}`, weight: 1, notes: 'own' });
    await make('/api/tools', { name: `Equal ${action}`, serial: `E-${action}`, weight: 2 });
    const rows = `Same ${action},s-${action},5,404-555-0111,\nEqual ${action},E-${action},2,,\nOther ${action},O-${action},3,,\n`;
    const view = await open(`Name,Serial number,Weight,Hotline,Notes\n${rows}`);
    await must(put(view._id, { duplicates: { action, by: ['serial'] } }));
    expect((await must(step(view._id, 'check'))).summary).toMatchObject({ new: 1, problem: 0, ...counts });
    if (action === 'update') {
      const [row] = (await rowsOf(view._id, '?state=update')).data;
      expect(row).toMatchObject({ record: old._id, cells: expect.arrayContaining([expect.objectContaining({ column: 2, text: '5', was: '1' })]) });
    }
    const done = await start(view._id);
    expect(done.progress).toMatchObject({ created: 1, updated: counts.update, skipped: counts.skip });
    expect(await read(`/api/tools/${old._id}`)).toMatchObject(
      Object.fromEntries(Object.entries(expected).filter(([, value]) => value !== undefined)),
    );
    // The same file again doubles nothing.
    const again = await open(`Name,Serial number,Weight,Hotline,Notes\n${rows}`);
    expect(again.earlier).toMatchObject({ _id: view._id });
    await must(put(again._id, { duplicates: { action, by: ['serial'] } }));
    expect((await start(again._id)).progress).toMatchObject({ created: 0, updated: 0 });
    await must(admin().post(`/api/batches/${done.batchId}/undo`));
    expect(await read(`/api/tools/${old._id}`)).toMatchObject({ weight: 1 });
  });

  it('adds e-mail addresses in a merge, and refuses a row that matches several records', async () => {
    const maker = await make('/api/makers', { name: 'Mail maker', emails: ['one@maker.test'] });
    const file = 'Name,E-mail addresses\nMail maker,one@maker.test; two@maker.test\n';
    const view = await must(send(file, admin(), 'makers.csv', 'makers'), 201);
    await must(put(view._id, { duplicates: { action: 'merge', by: ['emails'] } }));
    expect((await start(view._id)).progress).toMatchObject({ updated: 1 });
    expect((await read(`/api/makers/${maker._id}`))['emails']).toMatchObject([
      { email_address: 'one@maker.test', primary: true },
      { email_address: 'two@maker.test', primary: false },
    ]);
    await make('/api/makers', { name: 'Mail maker', emails: ['three@maker.test'] });
    const other = await must(send('Name,Email\nX,one@maker.test three@maker.test\n', admin(), 'makers.csv', 'makers'), 201);
    await must(put(other._id, { duplicates: { action: 'update', by: ['emails'] } }));
    await must(step(other._id, 'check'));
    expect((await rowsOf(other._id)).data).toMatchObject([{ state: 'problem', problems: [{ code: 'matches_several' }] }]);
    const bad = await must(send('Name,Email\nX,nobody@here\nY,nobody\n', admin(), 'makers.csv', 'makers'), 201);
    await must(step(bad._id, 'check'));
    expect((await rowsOf(bad._id)).data.map(({ cells }: Body) => cells[1].problem?.text)).toEqual(['Domain has no ending', 'Has no @']);
  });

  it('treats rows about the same record as one record', async () => {
    const file = 'Name,Serial number,Weight\nTwice,T-1,1\nTwice,T-1,2\nOnce,T-2,3\nThrice,T-1,4\n';
    const view = await open(file);
    await must(put(view._id, { duplicates: { action: 'update', by: ['serial'] } }));
    expect((await must(step(view._id, 'check'))).summary).toMatchObject({ new: 2, update: 2 });
    expect((await start(view._id)).progress).toMatchObject({ created: 2, updated: 2, refused: 0 });
    expect((await must(admin().post('/api/tools/search', { searchTerms: { serial: 'T-1' } }))).data).toMatchObject([{ name: 'Thrice', weight: 4 }]);
  });

  it('finds relates by name, e-mail, id and number, and creates those that are missing if asked', async () => {
    const acme = await make('/api/makers', { name: 'Acme & Sons', emails: ['acme@maker.test'] });
    const spare = await make('/api/tools', { name: 'Spare of imports' });
    await make('/api/makers', { name: 'Double' });
    await make('/api/makers', { name: 'Double' });
    const file = `Name,Maker,Spares,Assigned to\nLink 1,acme & sons,Spare of imports,\nLink 2,acme@maker.test,${spare['number']};Spare of imports,import.keeper@muster.test\nLink 3,${acme._id},,\nLink 4,Double,,\nLink 5,New maker,,\nLink 6,new MAKER,,\n`;
    const view = await open(file);
    expect(fieldsOf(view)).toEqual(['name', 'makers_tools', 'spares', 'assigned_to']);
    const checked = await must(step(view._id, 'check'));
    expect(checked.summary).toMatchObject({ new: 3, problem: 3, creates: [] });
    expect(checked.summary.kinds).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ code: 'link_missing', text: 'Maker does not exist', count: 2 }),
        expect.objectContaining({ code: 'link_several', count: 1 }),
      ]),
    );
    const columns = view.columns.map(({ index, field }: Body) => ({ index, field, ...(index === 1 ? { createMissing: true } : {}) }));
    await must(put(view._id, { columns }));
    expect((await must(step(view._id, 'check'))).summary).toMatchObject({
      ...{ new: 5, problem: 1 },
      creates: [{ module: 'makers', label: 'Makers', count: 1 }],
    });
    expect((await start(view._id)).progress).toMatchObject({ created: 5, refused: 1 });
    const { data } = await must(
      admin().post('/api/tools/searchWithPopulates', { searchTerms: { name: { startsWith: 'link ' } }, sortField: 'name', populate: true }),
    );
    expect(data.map(({ makers_tools: maker }: Body) => maker?.name)).toEqual(['Acme & Sons', 'Acme & Sons', 'Acme & Sons', 'New maker', 'New maker']);
    expect(data[1]).toMatchObject({ spares: [{ name: 'Spare of imports' }], assigned_to: { name: 'Test Person' } });
    expect((await must(admin().post('/api/makers/search', { searchTerms: { name: 'New maker' } }))).total).toBe(1);
  });

  it('sets values of all rows, and checks its choices', async () => {
    const view = await open('Name,Weight\nConstant,1\n');
    await must(put(view._id, { constants: { state: 'broken', bought: '2026-01-02' } }));
    await start(view._id);
    expect((await must(admin().post('/api/tools/search', { searchTerms: { name: 'Constant' } }))).data).toMatchObject([
      { state: 'broken', bought: '2026-01-02', weight: 1 },
    ]);
    const other = await open('Name,Weight,Place\nConstant,2,Rome\n');
    const refused = async (body: object): Promise<readonly unknown[]> => {
      const response = await put(other._id, body);
      expect(response).toMatchObject({ status: 422, body: { code: 'import_mapping_invalid' } });
      return response.body.details.map(({ field, code }: Body) => [field, code]);
    };
    const choose = (...fields: readonly (string | null)[]) => fields.map((field, index) => ({ index, field }));
    expect(await refused({ columns: choose('name', 'name', null) })).toEqual([['columns.1.field', 'mapped_twice']]);
    expect(await refused({ columns: choose('name', 'place.city', 'place') })).toEqual([['columns.2.field', 'mapped_twice']]);
    expect(await refused({ columns: choose('nothing', null, null) })).toEqual([['columns.0.field', 'unknown_field']]);
    expect(await refused({ columns: [{ index: 7, field: null }] })).toContainEqual(['columns.0.index', 'unknown']);
    expect(await refused({ constants: { weight: 3 } })).toEqual([['constants.weight', 'mapped_twice']]);
    expect(await refused({ constants: { state: 'nothing' } })).toEqual([['constants.state', 'not_an_option']]);
    expect(await refused({ duplicates: { action: 'update', by: ['serial'] } })).toEqual([['duplicates.by.0', 'not_mapped']]);
    expect(await refused({ duplicates: { action: 'update', by: ['place'] } })).toEqual([['duplicates.by.0', 'not_comparable']]);
    expect(await refused({ corrections: { cells: [], values: [{ column: 9, text: 'a', value: 'b' }] } })).toEqual([['corrections', 'unknown']]);
    expect(await put(other._id, { _version: 99, constants: {} })).toMatchObject({ status: 409, body: { code: 'import_changed' } });
    expect((await must(admin().get(`/api/imports/${other._id}/fields`))).data).toEqual(
      expect.arrayContaining([
        { field: 'name', label: 'Name', inputType: 'TextField', required: true, canMatch: true, matchOnly: false },
        { field: 'place.city', label: 'Place: City', inputType: 'TextField', required: false, canMatch: false, matchOnly: false },
        { field: 'number', label: 'Number', inputType: 'AutoIncrement', required: false, canMatch: true, matchOnly: true },
      ]),
    );
  });

  it('reads its file again with another encoding, delimiter, header or sheet', async () => {
    const latin = Uint8Array.from(Buffer.from('Gr\xf6\xdfe|Weight\nS\xe4ge|1\n', 'latin1'));
    const view = await open(latin);
    expect(view.file).toMatchObject({ encoding: 'windows-1252', delimiter: '|' });
    expect(view.columns[0]).toMatchObject({ header: 'Größe', samples: ['Säge'] });
    expect(await put(view._id, { file: { encoding: 'utf-8' } })).toMatchObject({ status: 422, body: { code: 'import_encoding_wrong' } });
    const plain = await must(put(view._id, { file: { header: false, delimiter: ',' } }));
    expect(plain).toMatchObject({ rows: 2, file: { header: false, delimiter: ',' }, columns: [{ header: 'Column 1', field: null }] });
    const rows = async function* () {
      yield await Promise.resolve(['Sheet saw', 2, true] as const);
    };
    const pieces: Buffer[] = [];
    for await (const piece of writeWorkbook('Tools', ['Name', 'Weight', 'Sharp'], rows())) pieces.push(piece);
    const excel = await open(Uint8Array.from(Buffer.concat(pieces)), admin(), 'tools.xlsx');
    expect(excel.file).toMatchObject({ format: 'xlsx', encoding: null, sheet: 'Tools', sheets: ['Tools'] });
    expect((await start(excel._id)).progress).toMatchObject({ created: 1 });
    expect((await must(admin().post('/api/tools/search', { searchTerms: { name: 'Sheet saw' } }))).data).toMatchObject([{ weight: 2, is_sharp: true }]);
    expect(await put(excel._id, { file: { sheet: 'Other' } })).toMatchObject({ status: 409, body: { code: 'import_state_wrong' } });
  });

  it('refuses files that cannot be read, each with its reason', async () => {
    const refused = async (content: string | Uint8Array<ArrayBuffer>, name = 'tools.csv'): Promise<unknown> => {
      const { status, body } = await send(content, admin(), name);
      expect(status, JSON.stringify(body)).toBeGreaterThanOrEqual(400);
      return body.code;
    };
    expect(await refused('')).toBe('file_empty');
    expect(await refused('Name,Weight\n')).toBe('import_file_invalid');
    expect(await refused('Name,Weight\nA,"1\nB,2\n')).toBe('import_quote_open');
    expect(await refused(`${Array.from({ length: 10_000 }, (_, at) => `c${at}`).join(',')}\n`)).toBe('import_columns_many');
    expect(await refused(`Name\n${'a\n'.repeat(200_001)}`)).toBe('import_rows_many');
    expect(await refused(Uint8Array.from([0x50, 0x4b, 3, 4, 9, 9, 9, 9]), 'tools.xlsx')).toBe('import_file_invalid');
    expect(await refused('{"name":1}\n{', 'tools.ndjson')).toBe('import_file_invalid');
    expect(await refused(Uint8Array.from([1, 0, 2, 0, 0, 3]))).toBe('import_file_invalid');
    expect((await upload(admin(), { name: 'a.csv', content: 'a', to: '/api/imports' })).status).toBe(422);
    expect((await send('a', admin(), 'a.csv', 'nothing')).body.code).toBe('module_not_found');
    expect((await must(admin().get('/api/imports'))).data.filter(({ rows }: Body) => rows === 0)).toEqual([]);
  });

  it('refuses a file of 2 GB before it has arrived', async () => {
    const { url, token } = admin();
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const sent = sendRequest(
        `${url}/api/tools/import`,
        { method: 'POST', headers: { authorization: `Bearer ${token}`, 'content-type': 'text/csv', 'content-length': 2 * 1024 ** 3 } },
        (response) => {
          resolve(response.statusCode);
          sent.destroy();
        },
      );
      sent.on('error', reject);
      sent.write('Name\nA\n');
    });
    expect(status).toBe(413);
  });

  it('reports rows with another number of values, and takes hostile names as names', async () => {
    const view = await open('Name,__proto__,constructor,Name\nA,1,2,3\nB,1\nC,1,2,3,4\nD,1,2,3,\n');
    expect(fieldsOf(view)).toEqual(['name', null, null, null]);
    await must(step(view._id, 'check'));
    const { data } = await rowsOf(view._id);
    expect(data.map(({ state }: Body) => state)).toEqual(['new', 'problem', 'problem', 'new']);
    expect(data[1].problems).toEqual([{ field: null, code: 'row_uneven', text: 'This row has 2 values, and there are 4 columns' }]);
    expect(Object.prototype).not.toHaveProperty('polluted');
    const { status, body } = await program('{"name":"Hostile","__proto__":{"polluted":true}}\n', '', admin(), 'application/x-ndjson');
    expect([status, body.code]).toEqual([422, 'unknown_field']);
  });

  it('belongs to its user, and needs the rights that its rows need', async () => {
    const view = await open('Name,Cost,Serial number\nKept,5,K-1\n', keeper);
    // The keeper does not see costs, and may not write serial numbers.
    expect(fieldsOf(view)).toEqual(['name', null, 'serial']);
    const fields = (await must(keeper.get(`/api/imports/${view._id}/fields`))).data as readonly { field: string; matchOnly: boolean }[];
    expect(fields.map(({ field }) => field)).not.toContain('cost');
    expect(fields.find(({ field }) => field === 'serial')?.matchOnly).toBe(true);
    for (const body of [
      { columns: [{ index: 1, field: 'cost' }] },
      { columns: [{ index: 1, field: 'cost' }], duplicates: { action: 'update', by: ['cost'] } },
      { constants: { cost: 1 } },
    ]) {
      const response = await put(view._id, body, keeper);
      expect(response).toMatchObject({ status: 422, body: { code: 'import_mapping_invalid' } });
      expect(JSON.stringify(response.body.details)).toContain('unknown_field');
    }
    expect((await program('Name,Cost\nA,1\n', '', keeper)).body.code).toBe('unknown_field');
    for (const call of [
      borrower.get(`/api/imports/${view._id}`),
      borrower.get(`/api/imports/${view._id}/rows`),
      borrower.get(`/api/imports/${view._id}/errors`),
      put(view._id, {}, borrower),
      step(view._id, 'start', {}, borrower),
      step(view._id, 'pause', {}, borrower),
      borrower.delete(`/api/imports/${view._id}`),
    ])
      expect(await call).toMatchObject({ status: 404, body: { code: 'import_not_found' } });
    expect((await must(admin().get(`/api/imports/${view._id}`)))._id).toBe(view._id);
    expect((await must(borrower.get('/api/imports'))).data).toEqual([]);
    expect((await must(keeper.get('/api/imports'))).data.map(({ _id }: Body) => _id)).toContain(view._id);
    for (const mode of ['create', 'update&key=_id', 'upsert&key=_id'])
      expect((await program('_id,Name\nx,A\n', `?mode=${mode}`, borrower)).body.code).toBe('action_not_allowed');
    expect((await send('Name\nA\n', borrower)).body.code).toBe('action_not_allowed');
    expect((await send('Name\nA\n', borrower, 'a.csv', 'makers')).body.code).toBe('module_access_denied');
    expect((await send('Name\nA\n', admin(), 'a.csv', 'users')).body.code).toBe('action_not_allowed');
    expect((await server().anonymous.get('/api/imports')).status).toBe(401);
    expect(await must(keeper.delete(`/api/imports/${view._id}`))).toEqual({ success: true });
    expect((await keeper.get(`/api/imports/${view._id}`)).status).toBe(404);
  });

  it('of a program creates, changes and checks records by a key', async () => {
    const file = 'serial,Name,state,place.city\nP-1,Program 1,In use,Rome\nP-2,Program 2,nothing,\nP-1,Program 1 again,,\n';
    const dry = await run(file, '?mode=upsert&key=serial&dryRun=true');
    expect(dry).toMatchObject({ state: 'done', source: 'program', batchId: null, progress: { created: 1, updated: 1, refused: 1 } });
    expect(await totalOf('program')).toBe(0);
    const done = await run(file, '?mode=upsert&key=serial');
    expect(done).toMatchObject({ state: 'done', progress: { created: 1, updated: 1, unchanged: 0, refused: 1 } });
    expect(done.refused).toEqual([{ row: 3, field: 'state', code: 'not_an_option', text: 'Not an option of State' }]);
    expect((await must(admin().post('/api/tools/search', { searchTerms: { serial: 'P-1' } }))).data).toMatchObject([
      { name: 'Program 1 again', state: 'in_use', place: { city: 'Rome' } },
    ]);
    expect((await run('serial,Name\nP-1,Program 1 again\n', '?mode=upsert&key=serial')).progress).toMatchObject({ created: 0, updated: 0, unchanged: 1 });
    expect((await run('serial,weight\nP-9,1\n,2\n', '?mode=update&key=serial')).refused).toMatchObject([
      { row: 2, code: 'record_not_found' },
      { row: 3, field: 'serial', code: 'required' },
    ]);
    const lines = '{"serial":"P-1","weight":7,"tags":["new"]}\n{"serial":"P-3","name":"Program 3","extras":{"isLoud":true}}\n';
    expect((await run(lines, '?mode=upsert&key=serial', admin(), 'application/x-ndjson')).progress).toMatchObject({ created: 1, updated: 1 });
    expect((await must(admin().post('/api/tools/search', { searchTerms: { serial: 'P-3' } }))).data).toMatchObject([{ extras: { isLoud: true } }]);
  });

  it('of a program is refused for parameters that cannot be used, and is not repeated', async () => {
    const codeOf = async (content: string, query: string, type = 'text/csv'): Promise<unknown> => (await program(content, query, admin(), type)).body.code;
    expect(await codeOf('name\nA\n', '?mode=create&key=name')).toBe('parameter_invalid');
    expect(await codeOf('name\nA\n', '?mode=upsert&key=name')).toBe('parameter_invalid');
    expect(await codeOf('name\nA\n', '?mode=upsert&key=serial')).toBe('parameter_invalid');
    expect(await codeOf('name\nA\n', '?mode=upsert&key=nothing')).toBe('unknown_field');
    expect(await codeOf('name,wrong\nA,1\n', '')).toBe('unknown_field');
    expect(await codeOf('name\nA\n', '?mode=all')).toBe('parameter_invalid');
    expect(await codeOf('name\nA\n', '', 'text/html')).toBe('unsupported_media_type');
    expect(await codeOf('{"a":1}', '', 'application/json')).toBe('unsupported_media_type');
    const headers = { 'idempotency-key': 'import-once' };
    const first = await program('name\nOnce only\n', '', admin(), 'text/csv', headers);
    await ended(first.body._id);
    const repeated = await program('name\nOnce only\n', '', admin(), 'text/csv', headers);
    expect(repeated).toMatchObject({ status: 202, body: { _id: first.body._id } });
    expect((await program('name\nOther\n', '', admin(), 'text/csv', headers)).body.code).toBe('idempotency_conflict');
    expect(await program('name\nOnce only\n')).toMatchObject({ status: 409, body: { code: 'import_repeated', import: first.body._id } });
    expect((await run('name\nOnce only\n', '?again=true')).progress).toMatchObject({ created: 1 });
    expect(await totalOf('once only')).toBe(2);
    // A person is told too, unless rows are compared with records.
    const view = await open('name\nOnce only\n');
    expect(view.earlier).toMatchObject({ _id: expect.any(String) });
    await must(put(view._id, { duplicates: { action: 'allow', by: [] } }));
    expect(await step(view._id, 'start')).toMatchObject({ status: 409, body: { code: 'import_repeated' } });
    expect((await start(view._id, { again: true })).progress).toMatchObject({ created: 1 });
  });

  it('is paused, resumed and cancelled between its rows, and doubles nothing', async () => {
    const count = 3_000;
    const names = Array.from({ length: count }, (_, at) => `Long ${at},${at % 900}`).join('\n');
    const view = await open(`Name,Weight\n${names}\n`);
    // A large file is checked by a job.
    expect((await step(view._id, 'check')).status).toBe(202);
    expect((await ended(view._id)).summary).toMatchObject({ rows: count, new: count });
    expect((await rowsOf(view._id, '?state=new&pageSize=3&pageNumber=500')).data.map(({ row }: Body) => row)).toEqual([1_502, 1_503, 1_504]);
    await must(step(view._id, 'start'), 202);
    expect((await must(step(view._id, 'pause'))).state).toBe('paused');
    expect((await step(view._id, 'pause')).body.code).toBe('import_state_wrong');
    expect((await put(view._id, {})).body.code).toBe('import_state_wrong');
    const queue = server().application.queue;
    await waitUntil(async () => (await queue.health(['muster/run-imports'])).every(({ running, waiting }) => running + waiting === 0), {
      timeout: TIMEOUT,
      what: 'The end of the job',
    });
    const paused = await must(admin().get(`/api/imports/${view._id}`));
    expect(paused.progress.done).toBeLessThan(count);
    expect(await totalOf('long ')).toBe(paused.progress.created);
    await must(step(view._id, 'resume'), 202);
    const done = await ended(view._id);
    expect(done).toMatchObject({ state: 'done', progress: { done: count, created: count, refused: 0 } });
    expect(await totalOf('long ')).toBe(count);
    expect((await must(admin().post(`/api/batches/${done.batchId}/undo`))).undone).toHaveLength(count);
    const other = await open(`Name,Weight\n${names}\n`);
    // The earlier import was undone.
    expect(other.earlier).toBeNull();
    await must(step(other._id, 'start'), 202);
    expect((await admin().delete(`/api/imports/${other._id}`)).body.code).toBe('import_state_wrong');
    expect((await must(step(other._id, 'cancel'))).state).toBe('cancelled');
    expect((await step(other._id, 'resume')).body.code).toBe('import_state_wrong');
  });

  it('is removed when its time is over, with its file', async () => {
    const view = await open('Name\nOld\n');
    const { store, contents, imports, clock } = server().application;
    const [stored] = await store.get('_imports', [view._id]);
    const document = stored?.document as unknown as { content: string; due: number; _version: number };
    expect(await contents.stat(document.content)).toBeDefined();
    expect(document.due).toBeGreaterThan(clock.now() + 29 * 86_400_000);
    await contents.remove(document.content);
    expect((await put(view._id, { file: { header: false } })).body.code).toBe('import_file_gone');
    expect(await imports.removeOld()).toBe(0);
    await changeImport(store, view._id, (now) => ({ after: { ...now, due: clock.now() } }));
    expect(await imports.removeOld()).toBe(1);
    expect((await admin().get(`/api/imports/${view._id}`)).body.code).toBe('import_not_found');
  });

  it('limits the imports of a user that have not ended', async () => {
    const client = await createSignedInUser(server(), 'import.many@muster.test', ['Keeper']);
    for (let count = 0; count < 20; count += 1) await open(`Name\nMany ${count}\n`, client);
    expect(await send('Name\nMany\n', client)).toMatchObject({ status: 429, body: { code: 'imports_too_many' } });
  });
});

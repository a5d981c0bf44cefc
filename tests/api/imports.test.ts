import readSpreadsheet from 'read-excel-file/node';
import { beforeAll, expect, it } from 'vitest';
import type { TestResponse } from '../support/api-client.ts';
import { createSignedInUser } from '../support/create-signed-in-user.ts';
import { createRecordHelpers, must } from '../support/record-helpers.ts';
import { download } from '../support/upload.ts';
import { describeOnEachStore } from './each-store.ts';
import { createImportCalls } from './import-calls.ts';

type Body = TestResponse['body'];

/** The lines of a CSV file. */
const linesOf = (text: string): string[] =>
  text
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split('\r\n');

describeOnEachStore('Imports', (server) => {
  const { admin, send, step, open, put, rowsOf, fieldsOf, start, totalOf } = createImportCalls(server);
  const { make, read } = createRecordHelpers(admin);

  beforeAll(async () => {
    await createSignedInUser(server(), 'import.keeper@muster.test', ['Keeper']);
  });

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
    const entries = (
      await must(admin().get(`/api/audit-log?searchTerms=${encodeURIComponent(JSON.stringify({ record_id: data[0]._id }))}`))
    ).data as readonly {
      changeSource: string;
    }[];
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
    expect(cells.map(({ problem }) => problem?.text ?? null)).toEqual([
      null,
      'Not an option of State',
      '8 of 10 digits',
      'No such day',
      null,
    ]);
    expect(data[0].cells[1].problem).toMatchObject({
      sameText: 2,
      suggestions: expect.arrayContaining([{ value: 'in_use', label: 'In use' }]),
    });
    expect((await rowsOf(view._id, '?state=problem&pageSize=2&pageNumber=1')).data).toMatchObject([
      {
        row: 4,
        cells: expect.arrayContaining([expect.objectContaining({ problem: expect.objectContaining({ text: '2 options of State' }) })]),
      },
      {
        row: 5,
        cells: expect.arrayContaining([expect.objectContaining({ column: 4, problem: expect.objectContaining({ code: 'too_small' }) })]),
      },
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
    expect(errors.headers.get('content-disposition')).toMatch(/tools - problems \d{4}-\d\d-\d\d\.csv/);
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
      expect(row).toMatchObject({
        record: old._id,
        cells: expect.arrayContaining([expect.objectContaining({ column: 2, text: '5', was: '1' })]),
      });
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
    expect((await must(admin().post('/api/tools/search', { searchTerms: { serial: 'T-1' } }))).data).toMatchObject([
      { name: 'Thrice', weight: 4 },
    ]);
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
    expect(data.map(({ makers_tools: maker }: Body) => maker?.name)).toEqual([
      'Acme & Sons',
      'Acme & Sons',
      'Acme & Sons',
      'New maker',
      'New maker',
    ]);
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
    expect(await refused({ corrections: { cells: [], values: [{ column: 9, text: 'a', value: 'b' }] } })).toEqual([
      ['corrections', 'unknown'],
    ]);
    expect(await put(other._id, { _version: 99, constants: {} })).toMatchObject({ status: 409, body: { code: 'import_changed' } });
    expect((await must(admin().get(`/api/imports/${other._id}/fields`))).data).toEqual(
      expect.arrayContaining([
        { field: 'name', label: 'Name', inputType: 'TextField', required: true, canMatch: true, matchOnly: false },
        { field: 'place.city', label: 'Place: City', inputType: 'TextField', required: false, canMatch: false, matchOnly: false },
        { field: 'number', label: 'Number', inputType: 'AutoIncrement', required: false, canMatch: true, matchOnly: true },
      ]),
    );
  });
});

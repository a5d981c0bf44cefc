import { request as sendRequest } from 'node:http';
import { expect, it } from 'vitest';
import { changeImport } from '../../engine/imports/stored-import.ts';
import { createTableFile } from '../../engine/exports/index.ts';
import type { TestResponse } from '../support/api-client.ts';
import { createSignedInUser } from '../support/create-signed-in-user.ts';
import { must } from '../support/record-helpers.ts';
import { upload } from '../support/upload.ts';
import { describeRules } from './each-store.ts';
import { createImportCalls } from './import-calls.ts';

type Body = TestResponse['body'];

/** An XLSX file with one tool. */
async function makeWorkbook(name: string): Promise<Uint8Array<ArrayBuffer>> {
  const rows = async function* () {
    yield await Promise.resolve([name, 2, true] as const);
  };
  const pieces: Buffer[] = [];
  const head = ['Name', 'Weight', 'Sharp'];
  const { body } = createTableFile({ title: 'Tools', day: '2026-01-02', format: 'xlsx', head, rows: rows() });
  for await (const piece of body) pieces.push(piece);
  return Uint8Array.from(Buffer.concat(pieces));
}

describeRules('Files of imports', (server) => {
  const { admin, send, step, program, open, put, rowsOf, fieldsOf, start, run, totalOf } = createImportCalls(server);

  it('reads its file again with another encoding, delimiter, header or sheet', async () => {
    const latin = Uint8Array.from(Buffer.from('Gr\xf6\xdfe|Weight\nS\xe4ge|1\n', 'latin1'));
    const view = await open(latin);
    expect(view.file).toMatchObject({ encoding: 'windows-1252', delimiter: '|' });
    expect(view.columns[0]).toMatchObject({ header: 'Größe', samples: ['Säge'] });
    expect(await put(view._id, { file: { encoding: 'utf-8' } })).toMatchObject({ status: 422, body: { code: 'import_encoding_wrong' } });
    const plain = await must(put(view._id, { file: { header: false, delimiter: ',' } }));
    expect(plain).toMatchObject({ rows: 2, file: { header: false, delimiter: ',' }, columns: [{ header: 'Column 1', field: null }] });
    const excel = await open(await makeWorkbook('Sheet saw'), admin(), 'tools.xlsx');
    expect(excel.file).toMatchObject({ format: 'xlsx', encoding: null, sheet: 'Tools', sheets: ['Tools'] });
    expect((await start(excel._id)).progress).toMatchObject({ created: 1 });
    const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
    expect((await run(await makeWorkbook('Body saw'), '', admin(), type)).progress).toMatchObject({ created: 1 });
    expect(await totalOf('body saw')).toBe(1);
    expect((await must(admin().post('/api/tools/search', { searchTerms: { name: 'Sheet saw' } }))).data).toMatchObject([
      { weight: 2, is_sharp: true },
    ]);
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

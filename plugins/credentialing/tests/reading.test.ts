import { beforeAll, expect, it } from 'vitest';
import { describePluginRules } from '../../../tests/api/each-store.ts';
import type { ApiClient, TestResponse } from '../../../tests/support/api-client.ts';
import { hireUser } from '../../../tests/support/hire-user.ts';
import { createRecordHelpers, must } from '../../../tests/support/record-helpers.ts';
import { createSetSetting } from '../../../tests/support/set-setting.ts';
import { upload } from '../../../tests/support/upload.ts';
import { CARD, makeBomb, makeEncrypted, makeLargePicture, makePdf, makeScan } from './reading-documents.ts';

const PATH = '/api/credentialing-required-items';
/** Reading takes longer than a request while other tests run. */
const SLOW = 120_000;

interface Proposal {
  readonly field: string;
  readonly value: string;
  readonly page: number;
  readonly comparison: { readonly state: string; readonly code: string; readonly text: string };
}

describePluginRules('Reading the document of a required item', (server) => {
  const admin = (): ApiClient => server().admin;
  const { make, read } = createRecordHelpers(admin);
  const setSetting = createSetSetting(server);
  let [specialist, provider] = [] as unknown as readonly [ApiClient, ApiClient];
  let [checklist, otherChecklist] = ['', ''];

  const hire = async (first_name: string, last_name: string, fields: object = {}): Promise<string> => {
    const person = await make('/api/providers', { first_name, last_name, provider_type: 'W2', ...fields });
    const placement = await make('/api/placements', { name: last_name, providers_placements: person._id, end_date: '2097-05-28' });
    return (await make('/api/credentialing', { providers_credentialing: person._id, placements_credentialing: placement._id }))._id;
  };
  beforeAll(async () => {
    await setSetting('document_reading', 'On request');
    specialist = (await hireUser(server(), 'Sam', { roles: ['role_credentialing_specialist'] })).client;
    const user = await hireUser(server(), 'Silas', { userType: 'Provider', roles: ['role_provider'] });
    provider = user.client;
    checklist = await hire('Silas', 'Monteverde', { related_user: user.id });
    otherChecklist = await hire('Mara', 'Quill');
  });

  const hand = async (name: string, content: Uint8Array, fields: object = {}): Promise<string> => {
    const { path } = await must(upload(admin(), { name, content: Uint8Array.from(content) }), 201);
    const item = { label: 'CPR card', relatedCredentialingRecord: checklist, provider_assigned: true, document: path };
    return (await make(PATH, { ...item, ...fields }))._id;
  };
  const readDocument = (item: string, client = specialist): Promise<TestResponse> => client.post(`${PATH}/${item}/read-document`);
  const textsOf = (proposals: readonly Proposal[]) => proposals.map(({ field, value, comparison }) => [field, value, comparison.text]);

  it('proposes what the pages say, compared with the record, and fills in what a person accepts', { timeout: SLOW }, async () => {
    const item = await hand('card.pdf', await makePdf());
    expect(await must(specialist.get(`${PATH}/${item}/reading`))).toMatchObject({ status: 'Not read', proposals: [] });
    const reading = await must(readDocument(item));
    expect(reading).toMatchObject({ status: 'Read', problem: null, page_count: 1 });
    expect(textsOf(reading.proposals)).toEqual([
      ['name', 'Silas R. Monteverde', 'Same as on the record'],
      ['issue_date', '2026-10-14', 'Not in the future'],
      ['end_date', '2028-10-31', 'Ends inside the assignment, which ends on May 28, 2097'],
      ['number', '245 719 0318', 'Not used by another person'],
    ]);
    const { box } = reading.proposals[3];
    expect([box.x, box.y, box.width, box.height].map((part: number) => Math.round(part * 20) / 20)).toEqual([0.7, 0.65, 0.2, 0.05]);
    const before = await read(`${PATH}/${item}`);
    expect(before['expiration_date'] ?? null).toBeNull();
    const values = { end_date: '2028-10-30', issue_date: '2026-10-14', number: '245 719 0318' };
    const accept = (client: ApiClient, more: object = {}) =>
      client.post(`${PATH}/${item}/accept-reading`, { document: reading.document, values, ...more });
    expect((await accept(provider)).status).toBe(403);
    expect((await must(accept(specialist, { document: '/api/files/other.pdf' }), 409)).code).toBe('reading_outdated');
    expect((await must(accept(specialist, { version: Number(before['_version']) + 7 }), 409)).code).toBe('version_conflict');
    expect((await must(accept(specialist, { values: { npi: '1234567890' } }), 422)).code).toBe('evidence_npi_invalid');
    await must(accept(specialist));
    expect(await read(`${PATH}/${item}`)).toMatchObject({
      requires_exp_date: true,
      expiration_date: '2028-10-30',
      status: before['status'],
      completionDetails: { expirationDate: '2028-10-30', issueDate: '2026-10-14', documentNumber: '245 719 0318' },
    });
  });

  it('finds a number that another person has, in words for staff alone, and for nobody who may not see the item', {
    timeout: SLOW,
  }, async () => {
    const other = await hand(
      'quill.pdf',
      await makePdf([
        [30, 50, 'Mara Quill', 14],
        [30, 90, 'License No. RN.412345'],
        [30, 130, 'Expires 12/31/2098'],
      ]),
      {
        relatedCredentialingRecord: otherChecklist,
      },
    );
    await must(readDocument(other));
    const item = await hand(
      'copy.pdf',
      await makePdf([
        [30, 50, 'Mara Quill', 14],
        [30, 90, 'License No. RN 412345'],
        [30, 130, 'Expires 12/31/2098'],
      ]),
    );
    const reading = await must(readDocument(item));
    expect(textsOf(reading.proposals)).toEqual([
      ['end_date', '2098-12-31', '19 months after the assignment'],
      ['number', 'RN 412345', 'Used by Mara Quill'],
    ]);
    const own = await must(provider.get(`${PATH}/${item}/reading`));
    expect(textsOf(own.proposals).at(-1)).toEqual(['number', 'RN 412345', 'Not used by another person']);
    expect((await must(provider.get(`${PATH}/${other}/reading`), 404)).code).toBe('record_not_found');
    expect((await must(readDocument(other, provider), 404)).code).toBe('record_not_found');
    // Readings themselves are for admins, without what was read.
    expect((await specialist.post('/api/document-readings/search', {})).status).toBe(403);
    const stored = (await must(admin().post('/api/document-readings/search', { searchTerms: { numbers: 'RN412345' } }), 422)).code;
    expect(stored).toBe('unknown_field');
    const all = JSON.stringify((await must(admin().post('/api/document-readings/search', {}))).data);
    expect([all.includes('"status":"Read"'), all.includes('412345')]).toEqual([true, false]);
  });

  it('reads a scanned page after its upload, by the recognizer of the product', { timeout: SLOW }, async () => {
    await setSetting('document_reading', 'On upload');
    const item = await hand('scan.pdf', await makeScan());
    const get = async () => must(specialist.get(`${PATH}/${item}/reading`));
    await expect.poll(async () => (await get()).status, { timeout: SLOW }).toBe('Read');
    await setSetting('document_reading', 'On request');
    const { proposals } = await get();
    const valueOf = (field: string) => proposals.find((one: Proposal) => one.field === field)?.value;
    expect(['name', 'issue_date', 'end_date', 'number'].map(valueOf)).toEqual(CARD_VALUES);
    expect(proposals[0].confidence).toBeGreaterThan(0.5);
  });
  const CARD_VALUES = ['Silas R. Monteverde', '2026-10-14', '2028-10-31', CARD.at(-1)?.[2]];

  it('says why a document cannot be read, and loses nothing', { timeout: SLOW }, async () => {
    const files = {
      encrypted: ['locked.pdf', await makeEncrypted('secret')],
      too_large: ['bomb.pdf', makeBomb()],
      no_text: ['blank.pdf', await makePdf([])],
    } as const;
    for (const [code, [name, content]] of Object.entries(files)) {
      const item = await hand(name, content);
      expect((await must(readDocument(item))).problem?.code, name).toBe(code);
      expect(await read(`${PATH}/${item}`)).toMatchObject({ document: expect.stringContaining('/api/files/') });
    }
    const picture = await hand('huge.png', makeLargePicture());
    expect(await must(readDocument(picture))).toMatchObject({ status: 'Not readable', problem: { code: 'too_large' }, proposals: [] });
    const open = await hand('statement.pdf', await makeEncrypted());
    expect((await must(readDocument(open))).proposals).toHaveLength(4);
    const text = await hand('notes.txt', Buffer.from('Silas Monteverde'));
    expect((await must(readDocument(text), 422)).code).toBe('reading_kind_refused');
    const empty = await make(PATH, { label: 'CPR card', relatedCredentialingRecord: checklist });
    expect((await must(readDocument(empty._id), 422)).code).toBe('reading_document_missing');
    await setSetting('document_reading', 'Off');
    expect((await must(readDocument(picture), 409)).code).toBe('reading_off');
    await setSetting('document_reading', 'On request');
  });
});

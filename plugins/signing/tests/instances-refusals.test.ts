import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { JsonObject } from '#engine/model';
import { createTestClock } from '../../../engine/testing/test-clock.ts';
import { describePluginRules } from '../../../tests/api/each-store.ts';
import { must } from '../../../tests/support/record-helpers.ts';
import { DOT_PNG, download } from '../../../tests/support/upload.ts';
import { INSTANCES, SIGNING_FILES } from '../server/services/instances.ts';
import { createSigningFixtures, DOCUMENTS, placeSignature, SYSTEM, type State } from './signing-fixtures.ts';

const clock = createTestClock('2027-03-01T15:00:00Z');
const redirects = await startRedirects();
afterAll(() => {
  redirects.stop();
});

describePluginRules(
  'What is refused of forms and documents to sign',
  (server) => {
    const fixtures = createSigningFixtures(server);
    const { admin, makeForm, makeDocument, read, request, call, tokenOf, open, consent } = fixtures;
    let form = '';
    const anonymous = () => server().anonymous;
    const begin = async (fields: object = {}): Promise<{ readonly id: string; readonly state: State }> => {
      const id = await makeDocument(form, fields);
      await must(request(id));
      return { id, state: await consent(await open(await tokenOf(id, 'one'))) };
    };

    beforeAll(async () => {
      clock.reset();
      form = await makeForm({ can_delegate: true });
    });

    it('say what is missing in a form or a document', async () => {
      const FORMS = '/api/interactive-documents';
      const bare = { name: 'Bare', recipient_roles: ['Participant 1'], doc_data: { pages: [] } };
      const { _id: empty } = await must(admin().post(FORMS, bare), 201);
      expect((await admin().post(`${FORMS}/${empty}/publish`)).body.code).toBe('signing_form_without_pages');
      const pages = [{ width: 612, height: 792, inputs: [{ ...placeSignature(), assigned_to: 'Participant 9' }] }];
      await must(admin().put(`${FORMS}/${empty}`, { file: await fixtures.makePdf(), doc_data: { pages } }));
      const publish = await admin().post(`${FORMS}/${empty}/publish`);
      expect(publish.body).toMatchObject({ code: 'signing_form_incomplete', details: [{ field: 'signature' }] });
      const recipients = [{ recipientType: 'Participant 1', recipientId: 'one', name: 'Mei' }];
      const alone = await makeDocument(form, { recipients });
      expect((await request(alone)).body).toMatchObject({
        code: 'signing_recipient_missing',
        error: 'Nobody is chosen for Participant 2.',
      });
      const { id } = await begin();
      const post = (path: string, body: object) => admin().post(`${DOCUMENTS}/${path}`, body);
      expect((await post(`${id}/sign-in-person`, { recipientId: 'nobody' })).body.code).toBe('signing_recipient_unknown');
      const nowhere = { recipientId: 'one', name: 'X', email: 'no address' };
      expect((await post(`${id}/forward`, nowhere)).body.code).toBe('signing_address_missing');
      expect((await post('download-with-coc', { docId: id })).body.code).toBe('signing_not_certified');
      const many = { module: 'providers', view: 'none' };
      expect((await admin().post(`${FORMS}/${form}/send-to-many`, many)).body.code).toBe('signing_view_unusable');
    });

    it('check each call again, also with a token of before', async () => {
      const { id, state } = await begin();
      const change = (fields: JsonObject) => server().application.records.update(SYSTEM, { module: INSTANCES, id, fields });
      const record = { name: 'x.png', interactive_document_instance: id, recipient: 'one', use: 'Signature', kind: 'Drawn' };
      await server().application.records.createMany(SYSTEM, { module: SIGNING_FILES, records: Array.from({ length: 60 }, () => record) });
      const picture = { use: 'Signature', kind: 'Drawn', content: Buffer.from(DOT_PNG).toString('base64') };
      expect((await call('addPicture', state, picture)).body.code).toBe('esign_too_many_files');
      await change({ can_delegate: false });
      const body = { name: 'Ada', email: 'ada@people.test' };
      expect((await call('delegate', state, body)).body.code).toBe('esign_delegation_not_allowed');
      await change({ consents: {} });
      expect((await call('save', state, { values: {} })).body.code).toBe('esign_consent_needed');
      const [one, two] = (await read(id)).recipients;
      await change({ recipients: [{ ...one, second_factor: 'sms', phone: '4045550100' }, two] });
      expect((await call('finish', state)).body.code).toBe('esign_code_needed');
      expect((await anonymous().get(`/api/esign/document?token=${state.tokens['document']}`)).body.code).toBe('esign_code_needed');
      const coded = await open(await tokenOf(id, 'one'));
      const consent = { channel: 'sms', address: '4045550100', state: 'Opted out', source: 'Staff', text: 'No' };
      await must(admin().post('/api/consents', consent), 201);
      expect((await call('sendCode', coded)).body.code).toBe('esign_code_not_sent');
      expect((await call('sendCode', coded)).body.code).toBe('esign_code_too_soon');
    });

    it('have a limit for all texts of a recipient together', async () => {
      const names = Array.from({ length: 9 }, (_, index) => `text${index}`);
      const inputs = names.map((name) => ({ ...placeSignature(), id: name, type: { inputType: 'Text' }, field: { label: name, name } }));
      const long = await makeForm({ name: 'Long', recipient_roles: ['Participant 1'] }, inputs);
      const recipients = [{ recipientType: 'Participant 1', recipientId: 'one', name: 'Mei', email: 'mei@people.test' }];
      const id = await makeDocument(long, { recipients });
      const state = await consent(await open(await tokenOf(id, 'one')));
      const values = Object.fromEntries(names.map((name) => [name, 'x'.repeat(4_900)]));
      expect((await call('save', state, { values })).body.code).toBe('esign_too_long');
    });

    it('accept only small pictures of signatures, and draw them again', async () => {
      const { state } = await begin();
      const send = (content: Buffer) =>
        call('addPicture', state, { use: 'Signature', kind: 'uploaded', content: content.toString('base64') });
      expect((await send(makeHugePicture())).body.code).toBe('esign_picture_invalid');
      expect((await send(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).body.code).toBe('esign_picture_invalid');
      const photo = await sharp({ create: { width: 2_400, height: 900, channels: 3, background: 'white' } })
        .jpeg()
        .toBuffer();
      const { path } = await must(send(photo), 201);
      const drawn = await download(
        anonymous(),
        `/api/esign/picture?token=${state.tokens['picture'] ?? ''}&path=${encodeURIComponent(path as string)}`,
      );
      expect(await sharp(drawn.bytes).metadata()).toMatchObject({ format: 'png', width: 1_067, height: 400 });
    });

    it('get their pages from an address outside of private networks only, at every hop', async () => {
      const fetchPages = (url: string) => admin().post('/api/interactive-documents/generate-images-from-url', { url });
      expect((await fetchPages('http://169.254.169.254/latest/meta-data')).body.code).toBe('outbound_failed');
      expect((await fetchPages('file:///etc/passwd')).body.code).toBe('outbound_failed');
      expect((await fetchPages(`${redirects.url}/private`)).body.code).toBe('outbound_failed');
      expect((await fetchPages(`${redirects.url}/round`)).body.code).toBe('signing_address_not_readable');
      expect((await fetchPages(`${redirects.url}/page`)).body.code).toBe('signing_not_a_pdf');
      const path = await fixtures.makePdf(3);
      expect(await must(fetchPages(path), 201)).toMatchObject({ path, pages: [{ width: 612, height: 792 }, {}, {}] });
    });
  },
  { clock, background: 'manual', configuration: { webhookHosts: ['127.0.0.1'] } },
);

/** A server that sends clients elsewhere. */
async function startRedirects(): Promise<{ readonly url: string; readonly stop: () => void }> {
  const places: { readonly [path: string]: string } = { '/private': 'http://10.0.0.1/form.pdf', '/round': '/round' };
  const http = createServer(({ url = '' }, response) => {
    const location = places[url];
    response.writeHead(location === undefined ? 200 : 302, location === undefined ? {} : { location }).end('Hello');
  });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  return { url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`, stop: () => http.close() };
}

/** A valid PNG of 100 megapixels, which is small as it is sent. */
function makeHugePicture(): Buffer {
  const side = 10_000;
  const part = (type: string, content: Buffer): Buffer => {
    const named = Buffer.concat([Buffer.from(type), content]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(content.length, 0);
    frame.writeUInt32BE(crc32(named), 4);
    return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header[8] = 1;
  const rows = deflateSync(Buffer.alloc(side * (side / 8 + 1)));
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), part('IHDR', header), part('IDAT', rows), part('IEND', Buffer.alloc(0))]);
}

import { PDFDocument } from 'pdf-lib';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestClock } from '../../../engine/testing/test-clock.ts';
import { describeOnEachStore } from '../../../tests/api/each-store.ts';
import { must } from '../../../tests/support/record-helpers.ts';
import { createReplayEffects } from '../../../tests/support/replay-effects.ts';
import { runJob } from '../../../tests/support/run-job.ts';
import { download } from '../../../tests/support/upload.ts';
import { startMailServer } from '../../messages/tests/mail-server.ts';
import { createSigningFixtures, DOCUMENTS, placeSignature, SYSTEM, type State } from './signing-fixtures.ts';

const clock = createTestClock('2027-03-01T15:00:00Z');
const smtp = await startMailServer();
afterAll(() => smtp.stop());

describeOnEachStore(
  'Documents to sign',
  (server) => {
    const fixtures = createSigningFixtures(server);
    const {
      admin,
      advance,
      makeForm,
      makeDocument,
      read,
      request,
      drain,
      events,
      typesOf,
      call,
      tokenOf,
      open,
      consent,
      sign,
      countEvents,
      whenCertified,
    } = fixtures;
    const makeDueAgain = createReplayEffects(server);
    let form = '';
    const anonymous = () => server().anonymous;
    /** The link of the last e-mail with this subject to an address. */
    const mailed = async (address: string, subject = 'Please sign'): Promise<string> => {
      const list = () => smtp.to(address).filter(({ text }) => text.includes(`Subject: ${subject}`));
      await drain();
      await expect.poll(() => list().length, { timeout: 30_000 }).toBeGreaterThan(0);
      const [, token = ''] = /esign\?token=([\w.~+/=-]+)/.exec(list().at(-1)?.text ?? '') ?? [];
      return token;
    };
    const begin = async (fields: object = {}): Promise<{ readonly id: string; readonly state: State }> => {
      const id = await makeDocument(form, fields);
      await must(request(id));
      return { id, state: await consent(await open(await tokenOf(id, 'one'))) };
    };
    const finishFirst = async (state: State): Promise<void> => {
      await must(call('finish', state, { values: { job: 'Nurse', signature: await sign(state) } }));
    };

    beforeAll(async () => {
      clock.reset();
      form = await makeForm({ can_delegate: true });
    });

    beforeEach(() => {
      smtp.received.length = 0;
    });

    it('are filled in, signed in order, certified once and verified', async () => {
      const own = await makeForm();
      const provider = await must(admin().post('/api/providers', { first_name: 'Mei', last_name: 'Lin' }), 201);
      const id = await makeDocument(own, {
        related_record: { module: 'providers', id: provider._id },
        prefill: { terms: 'Forty hours a week' },
      });
      expect((await request(id, { notes: 'Please today.' })).body).toMatchObject({ status: 'Signature Requested', requested: ['one'] });
      const token = await mailed('mei@people.test');
      expect(smtp.to('mei@people.test').at(-1)?.text).toContain('Please today.');
      expect(smtp.to('omar@people.test')).toEqual([]);
      // A later version of the form changes nothing.
      await must(admin().put(`/api/interactive-documents/${own}`, { doc_data: { pages: [{ width: 1, height: 1, inputs: [] }] } }));
      const requested = await open(token);
      expect(requested).toMatchObject({ status: 'consent', recipient: { name: 'Mei Lin', role: 'Participant 1' } });
      expect(requested.pages).toBeUndefined();
      expect((await call('save', { tokens: { save: token } }, { values: {} })).body.code).toBe('link_invalid');
      expect((await call('consent', requested, { version: 'another' })).body.code).toBe('esign_consent_changed');
      const state = await consent(requested);
      const inputs = state.pages?.[0]?.inputs ?? [];
      expect(inputs.find((one) => one.id === 'terms')?.value).toBe('Forty hours a week');
      expect(inputs.find((one) => one.id === 'first')?.value).toBe('Mei');
      expect(inputs.find((one) => one.id === 'state')?.field.options).toContain('Alabama');
      expect(state.mine).toEqual(['first', 'job', 'license', 'number', 'state', 'signature', 'remark']);
      const signature = await sign(state);
      await must(call('save', state, { values: { job: 'Nurse', license: true, number: 'RN 7' } }));
      // A day later it goes on where it was.
      await advance(clock, { days: 1 });
      const again = await open(token);
      expect(again.pages?.[0]?.inputs.find((one) => one.id === 'number')?.value).toBe('RN 7');
      expect((await call('finish', again, {})).body).toMatchObject({
        code: 'esign_values_invalid',
        details: [{ field: 'signature', code: 'required' }],
      });
      expect(await must(call('finish', again, { values: { signature, remark: 'Thanks' } }))).toMatchObject({ status: 'signed' });
      expect(await read(id)).toMatchObject({
        status: 'Partially Signed',
        version: 1,
        responses: { job: 'Nurse', number: 'RN 7', remark: 'Thanks' },
      });

      const second = await consent(await open(await mailed('omar@people.test')));
      // What somebody else has filled in is shown, and fixed.
      expect(second.mine).toEqual(['approval', 'approved', 'remark']);
      expect((await call('finish', second, { values: { remark: 'Mine' } })).body.code).toBe('esign_value_refused');
      const done = await must(call('finish', second, { values: { approval: await sign(second) }, timeZone: 'Asia/Tokyo' }));
      expect(done.status).toBe('completed');
      expect((await anonymous().get(`/api/esign/copy?token=${done.tokens.copy}`)).body.code).toBe('signing_not_certified');
      await drain();
      await whenCertified(id);
      const record = await read(id);
      expect(record).toMatchObject({
        status: 'Completed',
        responses: { approved: '2027-03-03' },
        completionDetails: { actionValue: { job: 'Nurse' } },
      });
      const certified = await download(admin(), record.signed_file);
      expect((await PDFDocument.load(certified.bytes)).getPageCount()).toBe(1);
      const proof = { isKnown: true, envelope: id, status: 'Completed', signatures: 2, isIntact: true, result: record.result_hash };
      const verify = (content: Buffer) => must(anonymous().post('/api/esign/verify', { content: content.toString('base64') }));
      expect(await verify(certified.bytes)).toMatchObject(proof);
      const changed = Buffer.from(certified.bytes);
      changed[200] = (changed[200] ?? 0) ^ 1;
      expect(await verify(changed)).toMatchObject({ isKnown: false });
      const publicly = await must(anonymous().get(`/api/esign/verify/${id}`));
      expect(publicly).toMatchObject(proof);
      expect(JSON.stringify(publicly)).not.toMatch(/Mei|people\.test|Agreement/);
      // A repeated effect certifies nothing again.
      const { data } = await server().application.records.find(SYSTEM, {
        module: 'interactiveDocumentInstanceActions',
        filter: { interactive_document_instance: id, type: 'Completed' },
        limit: 1,
      });
      await makeDueAgain('interactiveDocumentInstanceActions', data[0]?._id ?? '');
      await drain();
      expect(await countEvents(id, 'Certified')).toBe(1);
      const { isIntact, data: log } = await events(id);
      expect(isIntact).toBe(true);
      expect(log.map(({ type }: { type: string }) => type)).toEqual([
        ...['Created', 'Signature Requested', 'Viewed', 'Consent Given', 'Signed', 'Signature Requested'],
        ...['Viewed', 'Consent Given', 'Signed', 'Completed', 'Certified', 'Copy Sent', 'Copy Sent'],
      ]);
      expect(log[4]).toMatchObject({
        nonUser: { name: 'Mei Lin' },
        ip_address: expect.stringMatching(/\d/),
        details: { skipped: ['state'] },
      });
      // Those who signed get their copy by the link in their e-mail.
      const copy = await open(await mailed('mei@people.test', 'Signed copy'));
      const served = await download(anonymous(), `/api/esign/copy?token=${copy.tokens['copy'] ?? ''}`);
      expect(served.bytes.equals(certified.bytes)).toBe(true);
      const merged = await must(admin().post(`${DOCUMENTS}/download-merged`, { ids: [id] }), 201);
      expect(merged.type).toBe('application/pdf');
      expect(await must(admin().post(`${DOCUMENTS}/convert-to-document`, { docId: id }), 201)).toMatchObject({ path: record.signed_file });
      expect(
        await must(
          admin().post(`${DOCUMENTS}/send-copies`, { docId: id, typesToSend: ['signer'], emailOverrides: { one: 'other@people.test' } }),
        ),
      ).toEqual({
        _id: id,
        sent: [
          { recipientId: 'one', email: 'other@people.test' },
          { recipientId: 'two', email: 'omar@people.test' },
        ],
      });
    });

    it('accept nothing from others, out of turn, hidden, or twice', async () => {
      const { id, state } = await begin();
      const other = await begin();
      // The second one does not sign before the first.
      expect((await admin().post(`${DOCUMENTS}/${id}/sign-in-person`, { recipientId: 'two' })).body.code).toBe('esign_not_your_turn');
      const refused = async (values: object): Promise<string> => {
        const { status, body } = await call('save', state, { values });
        expect([status, body.code]).toEqual([422, 'esign_value_refused']);
        return body.details[0].code;
      };
      const foreign = await sign(other.state);
      expect(await refused({ approval: foreign })).toBe('not_yours');
      expect(await refused({ terms: 'Free' })).toBe('not_yours');
      expect(await refused({ first: 'Eve' })).toBe('disabled');
      expect(await refused({ number: 'RN 1' })).toBe('hidden');
      expect(await refused({ nothing: 1 })).toBe('unknown');
      expect(await refused({ signature: foreign })).toBe('not_yours');
      expect((await call('save', state, { values: { job: 'x'.repeat(41) } })).body.code).toBe('esign_values_invalid');
      // A token is for one call of one recipient of one document.
      const swapped = { tokens: { finish: state.tokens['save'] ?? '', copy: state.tokens['document'] ?? '' } };
      expect((await call('finish', swapped)).body.code).toBe('link_invalid');
      expect((await anonymous().get(`/api/esign/copy?token=${swapped.tokens.copy}`)).body.code).toBe('link_invalid');
      expect((await anonymous().get(`/api/esign/copy?token=${id}`)).body.code).toBe('link_invalid');
      // Of fifty at once, one signs.
      const signature = await sign(state);
      const results = await Promise.all(Array.from({ length: 50 }, () => call('finish', state, { values: { job: 'Nurse', signature } })));
      expect(results.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 49 }, () => 409)]);
      expect(await countEvents(id, 'Signed')).toBe(1);
      expect((await call('save', state, { values: { job: 'Doctor' } })).body.code).toBe('esign_not_open');
      // Void.
      const token = await mailed('omar@people.test');
      await must(admin().post(`${DOCUMENTS}/${id}/cancel`, { reason: 'Wrong person' }));
      expect((await request(id)).body.code).toBe('signing_closed');
      expect((await call('finish', other.state, { values: { signature } })).body.code).toBe('esign_value_refused');
      const second = await open(token);
      expect(second).toMatchObject({ status: 'canceled', reason: 'Wrong person', tokens: {} });
    });

    it('have a state and a log that nobody changes', async () => {
      const { id } = await begin();
      const put = (fields: object) => admin().put(`${DOCUMENTS}/${id}`, fields);
      expect((await put({ status: 'Completed' })).body.code).toBe('signing_state_fixed');
      expect((await put({ doc_data: { pages: [] } })).body.code).toBe('signing_sent');
      expect((await put({ recipients: [] })).body.code).toBe('signing_sent');
      expect((await put({ description: 'Urgent' })).status).toBe(200);
      const log = '/api/interactive-document-instance-actions';
      expect((await admin().post(`${log}/create`, { type: 'Signed', interactive_document_instance: id, name: 'x' })).body.code).toBe(
        'signing_events_fixed',
      );
      const [first] = (await admin().post(`${log}/search`, { searchTerms: { interactive_document_instance: id } })).body.data;
      expect((await admin().put(`${log}/${first._id}`, { description: 'Other' })).body.code).toBe('signing_events_fixed');
      await admin().put(`${log}/mark-deleted/${first._id}`, {});
      expect(await events(id)).toMatchObject({ isIntact: true });
      // What is changed behind the back of the product is found.
      const draft = await makeDocument(form, { interactive_document: undefined });
      expect((await request(draft)).body.code).toBe('signing_form_missing');
      expect((await admin().post(`${DOCUMENTS}/create`, { name: 'x', status: 'Completed' })).body.code).toBe('signing_state_fixed');
      const archived = await makeForm({ name: 'Old' });
      await must(admin().post(`/api/interactive-documents/${archived}/archive`));
      expect((await admin().post(`${DOCUMENTS}/create`, { name: 'x', interactive_document: archived })).body.code).toBe(
        'signing_form_not_active',
      );
    });

    it('can be declined, forwarded, and signed in person or with a code', async () => {
      const declined = await begin();
      expect(await must(call('decline', declined.state, { reason: 'The hours are wrong.' }))).toMatchObject({ status: 'declined' });
      expect(await read(declined.id)).toMatchObject({ status: 'Declined', closing_reason: 'The hours are wrong.' });

      const { id, state } = await begin();
      await must(call('save', state, { values: { job: 'Nurse' } }));
      expect(await must(call('delegate', state, { name: 'Ada Wu', email: 'ada@people.test' }))).toEqual({ status: 'forwarded' });
      expect((await call('finish', state)).body.code).toBe('esign_link_replaced');
      const next = await open(await mailed('ada@people.test'));
      expect(next).toMatchObject({ status: 'consent', recipient: { name: 'Ada Wu' } });
      expect((await consent(next)).pages?.[0]?.inputs.find((one) => one.id === 'job')?.value).toBeUndefined();
      expect(await typesOf(id)).toContain('Forwarded');

      const recipients = [
        { recipientType: 'Participant 1', recipientId: 'one', name: 'Mei Lin', email: 'code@people.test', second_factor: 'email' },
        { recipientType: 'Participant 2', recipientId: 'two', name: 'Omar Diaz', email: 'omar@people.test' },
      ];
      const coded = await makeDocument(form, { recipients });
      await must(request(coded));
      const locked = await open(await mailed('code@people.test'));
      expect(locked).toMatchObject({ status: 'code', second_factor: { channel: 'email', hint: 'c•••@people.test' }, recipients: [] });
      await must(call('sendCode', locked));
      await expect.poll(() => smtp.to('code@people.test').length).toBeGreaterThan(1);
      const [, code = ''] = /is (\d{6})\./.exec(smtp.to('code@people.test').at(-1)?.text ?? '') ?? [];
      const wrong = code === '000000' ? '111111' : '000000';
      expect((await call('checkCode', locked, { code: wrong })).body.code).toBe('esign_code_wrong');
      const proven = (await must(call('checkCode', locked, { code }))) as State;
      expect(proven.status).toBe('consent');
      expect((await call('checkCode', locked, { code })).body.code).toBe('esign_code_used_up');
      await finishFirst(await consent(proven));
      const signed = (await events(coded)).data.find(({ type }: { type: string }) => type === 'Signed');
      expect(signed.details.proof).toBe('Link by e-mail and code by e-mail');
    });

    it('are reminded of after five days, then each two, and expire', async () => {
      const id = await makeDocument(form);
      await must(request(id));
      const check = () => runJob(server(), 'signing/check-documents');
      const reminders = () => countEvents(id, 'Reminded');
      await advance(clock, { days: 4, hours: 23 });
      await check();
      expect(await reminders()).toBe(0);
      await advance(clock, { hours: 2 });
      await check();
      await check();
      expect(await reminders()).toBe(1);
      await advance(clock, { days: 2 });
      await check();
      expect(await reminders()).toBe(2);
      const token = await tokenOf(id, 'one');
      expect(await must(admin().post(`${DOCUMENTS}/resend-single-agreement-reminder`, { agreement: { _id: id } }))).toEqual({
        _id: id,
        reminded: ['one'],
      });
      await advance(clock, { days: 60 });
      expect((await anonymous().post(`/api/esign/open?token=${token}`, {})).body.code).toBe('link_expired');
      await check();
      expect(await read(id)).toMatchObject({ status: 'Expired' });
      // With the clock set back it stays expired, and no event is before another one.
      await advance(clock, { days: -60 });
      expect((await request(id)).body.code).toBe('signing_closed');
      expect(await events(id)).toMatchObject({ isIntact: true });
    });

    it('are sent to many people once, with the rights of the sender', async () => {
      const people = await makeForm({ name: 'Release', recipient_roles: ['Participant 1'] }, [placeSignature()]);
      const ids: string[] = [];
      for (let index = 0; index < 12; index += 1) {
        const email_addresses = [{ email_address: `many${index}@people.test`, primary: true, opt_out: index === 0, invalid_email: false }];
        const fields = index === 11 ? {} : { email_addresses };
        ids.push((await must(admin().post('/api/providers', { first_name: 'Many', last_name: `P${index}`, ...fields }), 201))._id);
      }
      const { job } = await must(admin().post(`/api/interactive-documents/${people}/send-to-many`, { module: 'providers', ids }), 202);
      const listRuns = async () => (await must(admin().get('/api/queues/signing/send-to-many/jobs?state=completed'))).data;
      await expect.poll(async () => (await listRuns()).length, { timeout: 60_000 }).toBe(1);
      expect((await listRuns())[0]).toMatchObject({
        _id: job,
        result: { sent: 11, skipped: [{ id: ids[11], reason: 'No e-mail address.' }] },
      });
      const { total } = (
        await admin().post(`${DOCUMENTS}/search`, { searchTerms: { interactive_document: people, status: 'Signature Requested' } })
      ).body;
      expect(total).toBe(11);
      // Who wants no advertising is requested to sign all the same.
      await mailed('many0@people.test');
    });

    it('are certified once after the job of the last signature was lost', async () => {
      const alone = await makeForm({ name: 'Alone', recipient_roles: ['Participant 1'] }, [placeSignature()]);
      const recipients = [{ recipientType: 'Participant 1', recipientId: 'one', name: 'Mei', email: 'mei@people.test' }];
      const id = await makeDocument(alone, { recipients });
      const state = await consent(await open(await tokenOf(id, 'one')));
      await must(call('finish', state, { values: { signature: await sign(state) } }));
      await runJob(server(), 'signing/recover-certifying');
      expect(await countEvents(id, 'Certified')).toBe(0);
      await advance(clock, { minutes: 31 });
      await runJob(server(), 'signing/recover-certifying');
      await whenCertified(id);
      // The job that was lost, which runs after all.
      await drain();
      await expect.poll(async () => (await must(admin().get('/api/queues/signing/certify-document/jobs?state=waiting'))).total).toBe(0);
      expect(await countEvents(id, 'Certified')).toBe(1);
    });
  },
  { clock, background: 'manual', configuration: { smtpUrl: smtp.url } },
);

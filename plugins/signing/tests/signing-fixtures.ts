import { PDFDocument } from 'pdf-lib';
import { expect } from 'vitest';
import type { ApiClient, TestResponse } from '../../../tests/support/api-client.ts';
import type { Duration, TestClock } from '../../../engine/testing/test-clock.ts';
import { must } from '../../../tests/support/record-helpers.ts';
import { TEST_ADMIN, type TestServer } from '../../../tests/support/start-server.ts';
import { upload } from '../../../tests/support/upload.ts';
import { createInput } from './pdf-support.ts';
import type { DocumentInput } from '../shared/document.ts';
import { ACTIONS, INSTANCES } from '../server/services/instances.ts';

export const SYSTEM = { kind: 'system' } as const;
const FORMS = '/api/interactive-documents';
export const DOCUMENTS = '/api/interactive-document-instances';

/** The state that the signing area shows. */
export interface State {
  readonly status: string;
  readonly mine?: readonly string[];
  readonly pages?: readonly { readonly inputs: readonly DocumentInput[] }[];
  readonly consent: { readonly version: string; readonly given: boolean };
  readonly tokens: { readonly [call: string]: string };
  readonly [name: string]: unknown;
}

const SECOND = { assigned_to: 'Participant 2' };

/** A form for two participants and the sender: what the first one fills in decides what is shown. */
export const INPUTS: readonly DocumentInput[] = [
  createInput('terms', 'Text', undefined, { assigned_to: 'Sender (Prefill)' }),
  createInput('first', 'System Field', undefined, { field: { systemFieldName: 'first_name', readOnly: true } }),
  createInput('job', 'Text', undefined, { field: { required: true, maxLength: 40 } }),
  createInput('license', 'Checkbox'),
  createInput('number', 'Text', undefined, {
    conditionsControl: {
      whenOption: 'All',
      conditionActionResult: 'Show',
      criteria: [{ relatedField: 'license', comparisonOperator: 'Not Empty' }],
    },
  }),
  createInput('state', 'Dropdown', undefined, { field: { related_dropdown: 'states', systemDropdownBehavior: 'use' } }),
  createInput('signature', 'Signature', undefined, { field: { required: true } }),
  createInput('approval', 'Signature', undefined, { ...SECOND, field: { required: true } }),
  createInput('approved', 'Date Signed', undefined, SECOND),
  createInput('remark', 'Text', undefined, { assigned_to: 'Anyone' }),
];

const PLACED = INPUTS.map((input, index) => ({ ...input, place: { x: 50, y: 40 + index * 50, width: 200, height: 30 } }));

/** What tests of documents to sign do again and again. */
export function createSigningFixtures(server: () => TestServer) {
  let client: ApiClient | undefined;
  const admin = (): ApiClient => client ?? server().admin;
  /** Moves the clock; the session of before is over then. */
  const advance = async (clock: TestClock, duration: Duration): Promise<void> => {
    clock.advance(duration);
    client = await server().signIn(TEST_ADMIN.email, TEST_ADMIN.password);
  };
  const makePdf = async (pages = 1): Promise<string> => {
    const pdf = await PDFDocument.create();
    for (let page = 0; page < pages; page += 1) pdf.addPage([612, 792]);
    const content = await pdf.save();
    return (await must(Promise.resolve(await upload(admin(), { name: 'form.pdf', content: Uint8Array.from(content) })), 201))
      .path as string;
  };
  const makeForm = async (fields: object = {}, inputs: readonly object[] = PLACED): Promise<string> => {
    const doc_data = { pages: [{ width: 612, height: 792, inputs }] };
    const recipient_roles = ['Sender (Prefill)', 'Participant 1', 'Participant 2'];
    const form = {
      name: 'Agreement',
      related_module: 'providers',
      file: await makePdf(),
      recipient_roles,
      completeInOrder: true,
      doc_data,
      ...fields,
    };
    const { _id } = await must(admin().post(FORMS, form), 201);
    await must(admin().post(`${FORMS}/${_id}/publish`));
    return _id as string;
  };
  const makeDocument = async (form: string, fields: object = {}): Promise<string> => {
    const recipients = [
      { recipientType: 'Participant 1', recipientId: 'one', name: 'Mei Lin', email: 'mei@people.test' },
      { recipientType: 'Participant 2', recipientId: 'two', name: 'Omar Diaz', email: 'omar@people.test' },
    ];
    return (
      await must(admin().post(`${DOCUMENTS}/create`, { name: 'Agreement, Mei', interactive_document: form, recipients, ...fields }), 201)
    )._id;
  };
  const read = async (id: string) => must(admin().get(`${DOCUMENTS}/${id}`));
  const request = (docId: string, fields: object = {}): Promise<TestResponse> =>
    admin().post(`${DOCUMENTS}/request-signature`, { docId, ...fields });
  const drain = (): Promise<unknown> => server().application.outbox.drain();
  const events = async (id: string) => must(admin().get(`${DOCUMENTS}/${id}/events`));
  const typesOf = async (id: string): Promise<string[]> => (await events(id)).data.map(({ type }: { type: string }) => type);
  const call = (name: string, state: Pick<State, 'tokens'>, body: object = {}): Promise<TestResponse> =>
    server().anonymous.post(
      `/api/esign/${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}?token=${state.tokens[name] ?? ''}`,
      body,
    );
  /** The token of a recipient, as their e-mail has it. */
  const tokenOf = async (id: string, recipientId: string): Promise<string> => {
    const { url } = await must(admin().post(`${DOCUMENTS}/${id}/sign-in-person`, { recipientId }));
    return new URL(url as string).searchParams.get('token') ?? '';
  };
  const open = async (token: string): Promise<State> =>
    must(server().anonymous.post(`/api/esign/open?token=${token}`, { timeZone: 'America/Chicago' })) as Promise<State>;
  const consent = async (state: State): Promise<State> =>
    must(call('consent', state, { version: state.consent.version })) as Promise<State>;
  const sign = async (state: State): Promise<{ readonly kind: string; readonly path: string }> => {
    const content = Buffer.from(DRAWN, 'base64').toString('base64');
    const { kind, path } = await must(call('addPicture', state, { use: 'Signature', kind: 'drawn', content }), 201);
    return { kind, path };
  };
  const countEvents = async (id: string, type: string): Promise<number> =>
    (await server().application.records.find(SYSTEM, { module: ACTIONS, filter: { interactive_document_instance: id, type }, limit: 1 }))
      .total;
  const whenCertified = (id: string): Promise<void> =>
    expect
      .poll(
        async () => {
          const { data } = await server().application.records.find(SYSTEM, { module: INSTANCES, filter: { _id: id }, limit: 1 });
          return data[0]?.['certifying'];
        },
        { timeout: 120_000 },
      )
      .toBe('Done');
  return {
    admin,
    advance,
    makePdf,
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
  };
}

/** A PNG of one pixel. */
const DRAWN = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

/** A signature of the first participant. */
export function placeSignature(): DocumentInput {
  return createInput('signature', 'Signature', undefined, { field: { required: true } });
}

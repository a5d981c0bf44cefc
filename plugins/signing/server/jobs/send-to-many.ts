import { MusterError, type Actor, type PluginJob, type PluginJobContext, type VisibleRecord } from '#engine';
import { isEmailAddress, toText, type JsonObject } from '#engine/model';
import { actForPlugin, changeInstance, INSTANCES } from '../services/instances.ts';
import { planRequest } from '../services/request-signatures.ts';

type Payload = JsonObject & {
  readonly form: string;
  /** The name of the form. */
  readonly title: string;
  readonly module: string;
  /** Ids of records; empty: those of the view. */
  readonly ids: readonly string[];
  readonly view: string;
  readonly role: string;
  readonly notes: string;
  readonly user: string;
  /** What makes it one sending, however often its runs are repeated. */
  readonly round: string;
  /** The last record of the page before. */
  readonly after: string;
};
type Context = PluginJobContext<Payload>;

/** Records of one run. */
const PAGE_SIZE = 200;
/** Documents that are made at the same time: their saves share commits. */
const AT_ONCE = 10;

const TEXT = { type: 'string' } as const;

/** Makes and sends a document for each record, with the rights of the user. A lost run begins its page again and makes no second one. */
export const SEND_TO_MANY: PluginJob<Payload> = {
  name: 'send-to-many',
  payloadSchema: {
    type: 'object',
    required: ['form', 'title', 'module', 'ids', 'view', 'role', 'notes', 'user', 'round', 'after'],
    properties: {
      ...{ form: TEXT, title: TEXT, module: TEXT, view: TEXT, role: TEXT, notes: TEXT, user: TEXT, round: TEXT, after: TEXT },
      ids: { type: 'array', items: TEXT },
    },
  },
  concurrency: 2,
  deadline: 300_000,
  attempts: 5,
  backOff: { kind: 'exponential', delay: 2_000 },
  run: sendPage,
};

async function sendPage(context: Context): Promise<JsonObject> {
  const { payload, progress } = context;
  const people = await readPage(context);
  const skipped: JsonObject[] = [];
  let sent = 0;
  for (let at = 0; at < people.length; at += AT_ONCE) {
    context.signal.throwIfAborted();
    const results = await Promise.all(people.slice(at, at + AT_ONCE).map((person) => sendOne(context, person)));
    for (const result of results) {
      if (result === undefined) sent += 1;
      else if (skipped.length < 100) skipped.push(result);
    }
    await progress({ sent, skipped: skipped.length, of: people.length });
  }
  const last = people.at(-1)?._id;
  if (people.length === PAGE_SIZE && last !== undefined)
    await context.addJob(SEND_TO_MANY, { ...payload, after: last }, { id: `many-${payload.round}-${last}` });
  return { sent, skipped };
}

async function readPage(context: Context): Promise<readonly VisibleRecord[]> {
  const { payload, records } = context;
  const actor = actFor(payload);
  const chosen: JsonObject =
    payload.ids.length > 0 ? { _id: { in: [...payload.ids] } } : (await records.views.get(actor, { id: payload.view })).filter;
  const { data } = await records.find(actor, {
    module: payload.module,
    filter: { and: [chosen, payload.after === '' ? {} : { _id: { range: { gt: payload.after } } }] },
    sort: [{ sortField: '_id', sortOrder: 'asc' }],
    limit: PAGE_SIZE,
    totalLimit: 1,
  });
  return data;
}

/** The user who sends, with whose rights records and forms are read and documents made. */
function actFor({ user }: Payload): Actor {
  return { kind: 'plugin', name: 'signing', userId: user };
}

/** Returns why nothing was sent to somebody; undefined: it was. */
async function sendOne(context: Context, person: VisibleRecord): Promise<JsonObject | undefined> {
  const email = readAddress(person);
  if (email === undefined || !isEmailAddress(email)) return { id: person._id, reason: 'No e-mail address.' };
  try {
    const id = await makeOne(context, person, email);
    await changeInstance(context, id, actForPlugin(actFor(context.payload)), (instance) => {
      if (instance.status !== 'Created') return undefined;
      const { user, notes } = context.payload;
      return planRequest(context, instance, { details: notes === '' ? {} : { notes }, by: (event) => ({ ...event, user }) });
    });
    return undefined;
  } catch (error) {
    if (error instanceof MusterError && error.status < 500) return { id: person._id, reason: error.message.slice(0, 200) };
    throw error;
  }
}

/** The document of a person, made with the rights of the user: a repeated run gets the same one. */
async function makeOne({ records, payload }: Context, person: VisibleRecord, email: string): Promise<string> {
  const { form, module, role, round, user, title } = payload;
  const name = toText(person['name']) || email;
  const { record } = await records.create(actFor(payload), {
    module: INSTANCES,
    idempotency: { key: `${round}/${person._id}`, path: 'signing/send-to-many', bodyDigest: '' },
    fields: {
      ...{ interactive_document: form, name: `${title}, ${name}`.slice(0, 200), assigned_to: user },
      recipients: [{ recipientId: person._id, recipientType: role, fromType: module, name, email }],
    },
  });
  return record._id;
}

/** The main e-mail address of a record; undefined: it has none. */
function readAddress(person: VisibleRecord): string | undefined {
  const list = person['email_addresses'] ?? person['record_emails'];
  const entries = Array.isArray(list) ? (list as readonly JsonObject[]) : [];
  const address = toText((entries.find(({ primary }) => primary === true) ?? entries[0])?.['email_address']) || toText(person['email']);
  return address === '' ? undefined : address;
}

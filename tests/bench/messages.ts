// `npm run bench:messages`: chat messages until another browser shows them, the inbox of a large mailbox, and queued e-mails while the product
// is killed; see README.md in this folder.
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { composeApplication, readConfiguration, tuneHeap, type Application } from '../../engine/application/index.ts';
import { toText } from '#engine/model';
import type { JsonObject } from '#engine/model/values';
import { startMailServer, type MailServer } from '../../plugins/messages/tests/mail-server.ts';
import { createApiClient, type ApiClient } from '../support/api-client.ts';
import { createLiveClient } from '../support/live-client.ts';
import { startProduct, type BenchServer } from './servers.ts';
import { getTimeoutFactor, timeNode } from './time-node.ts';
import { openVisitor, signIn as signInOnPage, type Visitor } from './ui-page.ts';

const PORT = 4641;
const ADMIN = { email: 'bench@muster.example', password: 'Bench-pass1!' };
const READER = { email: 'reader@muster.example', password: 'Bench-pass1!' };
const SILENT_LOG = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: console.error };
/** Milliseconds until the other browser shows a chat message, on the reference machine. */
const CHAT_BOUND = 200;
/** Milliseconds of a page of the inbox, on the reference machine. */
const INBOX_BOUND = 300;
/** Milliseconds between two chat messages: fewer than are allowed in a minute. */
const CHAT_PAUSE = 600;
/** Messages that are stored as of then count as waiting for so long that their jobs are added again. */
const AN_HOUR_AGO = { now: () => Date.now() - 3_600_000 };
/** Milliseconds until e-mails that have not arrived count as lost. */
const QUEUE_LIMIT = 3_600_000;
const CHUNK = 1_000;
const INBOX_ROUNDS = 50;
const PAGE = 50;
const SENDERS = 300;
/** One in so many messages is unread. */
const UNREAD_EVERY = 10;

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: 'chat,inbox,queue' },
    'chat-messages': { type: 'string', default: '60' },
    mailbox: { type: 'string', default: '50000' },
    mails: { type: 'string', default: '100000' },
    kills: { type: 'string', default: '20' },
  },
});
const node = timeNode();
const factor = getTimeoutFactor(node);
const folder = mkdtempSync(path.join(os.tmpdir(), 'muster-bench-messages-'));

function makeEnvironment(name: string, smtp = ''): { readonly [name: string]: string } {
  return {
    MUSTER_DATA_DIR: path.join(folder, name),
    MUSTER_SEED: 'none',
    MUSTER_ADMIN_EMAIL: ADMIN.email,
    MUSTER_ADMIN_PASSWORD: ADMIN.password,
    MUSTER_SECRET: 'a-secret-of-the-bench-that-is-long-enough-0123456789',
    MONGODB_URL: '',
    REDIS_URL: '',
    SMTP_URL: smtp,
  };
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Writes a row of the table; a missed bound fails the bench. */
function report(name: string, times: readonly number[], bound: number): void {
  const sorted = [...times].sort((one, other) => one - other);
  const at = (share: number): number => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
  const scaled = Math.round(bound * factor);
  const isReached = at(0.95) <= scaled;
  print(`| ${name} | ${at(0.5)} ms | ${at(0.95)} ms | ${at(1)} ms | ${scaled} ms | ${isReached ? 'reached' : 'missed'} |`);
  if (!isReached) process.exitCode = 1;
}

async function expectOk(response: Promise<{ readonly status: number; readonly body: JsonObject }>): Promise<JsonObject> {
  const { status, body } = await response;
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body;
}

async function signIn(url: string, person: { readonly email: string; readonly password: string }): Promise<ApiClient> {
  const { token } = await expectOk(createApiClient(url, undefined).post('/api/users/login', person));
  return createApiClient(url, toText(token));
}

async function registerReader(admin: ApiClient): Promise<string> {
  const person = { ...READER, first_name: 'Rae', last_name: 'Reader', userType: 'Standard', roles: ['role_recruiter'], active: true };
  return toText((await expectOk(admin.post('/api/users/register', person)))['_id']);
}

/** The page of the chat with a colleague, in a browser of its own. */
async function openChat(url: string, program: string): Promise<Visitor> {
  const visitor = await openVisitor(program, url);
  const { page } = visitor;
  await page.goto('/login');
  await signInOnPage(page, READER.email, READER.password);
  await page.waitForURL('**/app/**');
  await page.goto('/app/chat');
  await page.getByRole('list', { name: 'Conversations' }).getByRole('button').first().click();
  await page.getByRole('log').getByText('Message 0', { exact: true }).waitFor();
  return visitor;
}

/** Sends messages one after the other, each when the one before is shown. */
async function measureChat(): Promise<void> {
  const product = await startProduct(PORT, makeEnvironment('chat'));
  try {
    const admin = await signIn(product.url, ADMIN);
    const reader = await registerReader(admin);
    const send = (message: string) => expectOk(admin.post('/api/muster-messages', { sentTo: reader, message }));
    await send('Message 0');
    const { token } = await signIn(product.url, READER);
    const live = await createLiveClient(product.url, token, { timeout: 15_000 * factor });
    /** When the socket has received each message, by its id: often before its sender has the response. */
    const arrivals = new Map<string, number>();
    live.socket.on('message', (data: Buffer) => {
      const { name, data: event } = JSON.parse(data.toString()) as {
        readonly name?: string;
        readonly data?: { readonly message?: string };
      };
      if (name === 'new-muster-message-event') arrivals.set(event?.message ?? '', performance.now());
    });
    const program = process.env['CHROMIUM_PATH'];
    const chat = program === undefined ? undefined : await openChat(product.url, program);
    const [received, shown]: [number[], number[]] = [[], []];
    for (let turn = 1; turn <= Number(values['chat-messages']); turn += 1) {
      const startedAt = performance.now();
      const seen = chat?.page
        .getByRole('log')
        .getByText(`Message ${turn}`, { exact: true })
        .waitFor()
        .then(() => shown.push(performance.now() - startedAt));
      const id = toText((await send(`Message ${turn}`))['_id']);
      await waitFor(() => arrivals.has(id), 15_000 * factor);
      received.push((arrivals.get(id) ?? 0) - startedAt);
      await seen;
      await new Promise((resolve) => setTimeout(resolve, CHAT_PAUSE));
    }
    live.close();
    await chat?.close();
    report('chat message, from its request to a socket of the other', received, CHAT_BOUND);
    if (shown.length > 0) report('chat message, from its request until the other browser shows it', shown, CHAT_BOUND);
    else print('The page was not measured: CHROMIUM_PATH is not set.');
  } finally {
    await product.stop();
  }
}

/** Opens the product in this process, without a server: to store many records. */
async function fill(name: string, smtp: string, work: (application: Application, user: string) => Promise<void>): Promise<void> {
  const environment = makeEnvironment(name, smtp);
  const configuration = { ...readConfiguration(environment, environment['MUSTER_DATA_DIR'] ?? ''), port: 0 };
  const application = await composeApplication(configuration, { log: SILENT_LOG, watchdog: false, clock: AN_HOUR_AGO });
  await application.ensureFirstAdmin();
  const { data } = await application.records.find({ kind: 'system' }, { module: 'users', filter: { email: ADMIN.email }, limit: 1 });
  await work(application, data[0]?._id ?? '');
  await application.close();
}

/** Stores records in pages; `make` returns the one at an index. */
async function createAll(
  { records }: Application,
  { module, count, make }: { readonly module: string; readonly count: number; readonly make: (index: number) => JsonObject },
): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let start = 0; start < count; start += CHUNK) {
    const page = Array.from({ length: Math.min(CHUNK, count - start) }, (_, index) => make(start + index));
    const { done, refused } = await records.createMany({ kind: 'system' }, { module, records: page, quiet: true });
    if (refused.length > 0) throw new Error(JSON.stringify(refused[0]));
    ids.push(...done);
  }
  return ids;
}

async function fillMailbox(application: Application, user: string): Promise<void> {
  const count = Number(values.mailbox);
  const folders = await createAll(application, {
    module: 'emailFolders',
    count: 5,
    make: (index) => ({ name: `Folder ${index}`, user }),
  });
  const at = (index: number): string => new Date(Date.UTC(2026, 0, 1) + index * 60_000).toISOString();
  const messages = await createAll(application, {
    module: 'messages',
    count,
    make: (index) => ({
      name: `Subject ${index}`,
      subject: `Subject ${index}`,
      message: `Text ${index}`,
      messageType: 'Email',
      direction: 'Inbound',
    }),
  });
  await createAll(application, {
    module: 'mailEntries',
    count,
    make: (index) => ({
      name: `Subject ${index}`,
      message: messages[index] ?? '',
      user,
      folder: folders[index % folders.length] ?? '',
      sender: `Person ${index % SENDERS} <person${index % SENDERS}@people.test>`,
      snippet: `Beginning of the text ${index}`,
      received_at: at(index),
      read: index % UNREAD_EVERY !== 0,
      thread: `thread-${index}`,
      entry_key: `entry-${index}`,
    }),
  });
}

async function measureInbox(): Promise<void> {
  await fill('inbox', '', fillMailbox);
  const product = await startProduct(PORT, makeEnvironment('inbox'));
  try {
    const admin = await signIn(product.url, ADMIN);
    const read = (body: JsonObject) => expectOk(admin.post('/api/mailbox/list', { pageSize: PAGE, ...body }));
    const count = Number(values.mailbox);
    const kinds: readonly (readonly [string, number, () => Promise<JsonObject>])[] = [
      ['first page of all folders', count, () => read({})],
      ['first page of what is unread', Math.ceil(count / UNREAD_EVERY), () => read({ unread: true })],
      ['page with a word of the sender', Math.floor(count / SENDERS), () => read({ search: 'person77@' })],
    ];
    for (const [name, matching, load] of kinds) {
      const times: number[] = [];
      for (let round = 0; round < INBOX_ROUNDS; round += 1) {
        const startedAt = performance.now();
        const { data } = await load();
        times.push(performance.now() - startedAt);
        const { length } = data as readonly unknown[];
        if (length < Math.min(PAGE, matching)) throw new Error(`${name}: ${length} messages`);
      }
      report(`inbox of ${values.mailbox}, ${name}`, times, INBOX_BOUND);
    }
  } finally {
    await product.stop();
  }
}

/** Stores e-mails of the product that wait, as they are while a mail server is away for long; the job of each is added by `recover`. */
async function fillQueue(application: Application): Promise<void> {
  await createAll(application, {
    module: 'messages',
    count: Number(values.mails),
    make: (index) => ({
      name: `Mail ${index}`,
      subject: `Mail ${index}`,
      message: `Text ${index}`,
      messageType: 'Email',
      direction: 'Outbound',
      status: 'Queued',
      is_system: true,
      to: [`person${index}@people.test`],
      message_id: `bench-${index}@muster.example`,
    }),
  });
}

function readMessageIds({ received }: MailServer): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { text } of received) {
    const id = /^Message-ID: *<([^>]+)>/im.exec(text)?.[1] ?? '';
    counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
}

/** Kills the product again and again while it sends, in equal parts of the queue; returns how long all of it took. */
async function sendUnderKills(smtp: MailServer): Promise<number> {
  const [mails, kills] = [Number(values.mails), Number(values.kills)];
  const startedAt = performance.now();
  const start = (): Promise<BenchServer> => startProduct(PORT, { ...makeEnvironment('queue', smtp.url) });
  let product = await start();
  const admin = await signIn(product.url, ADMIN);
  await expectOk(admin.post('/api/queues/messages/recover/run', {}));
  for (let kill = 1; kill <= kills; kill += 1) {
    await waitFor(() => smtp.received.length >= (mails * kill) / (kills + 1), QUEUE_LIMIT);
    await product.kill();
    product = await start();
  }
  await waitFor(() => readMessageIds(smtp).size >= mails, QUEUE_LIMIT);
  await product.stop();
  return performance.now() - startedAt;
}

async function waitFor(isDone: () => boolean, milliseconds: number): Promise<void> {
  const end = performance.now() + milliseconds;
  while (!isDone()) {
    if (performance.now() > end) throw new Error(`it took more than ${milliseconds} ms`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function measureQueue(): Promise<void> {
  const smtp = await startMailServer();
  await fill('queue', smtp.url, fillQueue);
  const milliseconds = await sendUnderKills(smtp);
  const counts = readMessageIds(smtp);
  const repeated = [...counts.values()].filter((count) => count > 1).length;
  const mails = Number(values.mails);
  const isReached = counts.size === mails && repeated === 0;
  print(
    `| ${mails} queued e-mails under ${values.kills} kills | ${counts.size} received, ${repeated} of them more than once | ${Math.round(milliseconds / 1_000)} s | ${Math.round((mails * 1_000) / milliseconds)}/s | none lost or doubled | ${isReached ? 'reached' : 'missed'} |`,
  );
  if (!isReached) process.exitCode = 1;
  await smtp.stop();
}

tuneHeap();
print(`${new Date().toISOString().slice(0, 10)}, ${os.cpus().length} cores, Node ${process.version}, node -e 0: ${Math.round(node)} ms\n`);
print('| what | p50 | p95 | longest | at most (p95) | |\n| --- | --- | --- | --- | --- | --- |');
try {
  const only = values.only.split(',');
  if (only.includes('chat')) await measureChat();
  if (only.includes('inbox')) await measureInbox();
  if (only.includes('queue')) await measureQueue();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exit();

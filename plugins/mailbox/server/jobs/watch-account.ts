import type { ImapFlow } from 'imapflow';
import { MusterError, SYSTEM_ACTOR, type PluginJob, type PluginJobContext } from '#engine';
import { toText, type JsonObject } from '#engine/model';
import { readUsableAccount, setAccount, type MailAccount } from '../services/mail-account.ts';
import { describeServerError, openMailbox } from '../services/open-mailbox.ts';
import { pushChanges } from '../services/push-changes.ts';
import { endApproval, isApprovalOver } from '../services/sign-in.ts';
import { syncMailbox } from '../services/sync-mailbox.ts';

type Payload = JsonObject & { readonly account: string };

/** A run ends after so long and is added again: the list of jobs shows that it works. */
const LIFE_MS = 6 * 3_600_000;
/** Folders other than the inbox are fetched so often; servers tell only about the open one. */
const PASS_MS = 120_000;
const MAX_WAIT_MS = 3_600_000;
const FIRST_WAIT_MS = 30_000;

/**
 * Fetches an account, and stays connected: the server says when there is a new message. There is one such run for each account, in whichever
 * process.
 */
export const WATCH_ACCOUNT: PluginJob<Payload> = {
  name: 'watch-account',
  payloadSchema: { type: 'object', required: ['account'], properties: { account: { type: 'string' } } },
  concurrency: 200,
  deadline: LIFE_MS + 600_000,
  run: (context) => runWithAccount(context, watch),
};

/** Fetches an account once. */
export const SYNC_ACCOUNT: PluginJob<Payload> = {
  name: 'sync-account',
  payloadSchema: { type: 'object', required: ['account'], properties: { account: { type: 'string' } } },
  concurrency: 20,
  deadline: LIFE_MS,
  run: (context) => runWithAccount(context, syncOnce),
};

/** Brings what was changed here to the server. Two runs at the same time change nothing twice. */
export const PUSH_CHANGES: PluginJob<Payload> = {
  name: 'push-changes',
  payloadSchema: { type: 'object', required: ['account'], properties: { account: { type: 'string' } } },
  concurrency: 20,
  deadline: 600_000,
  run: (context) => runWithAccount(context, (_context, client, account) => pushChanges(context, client, account, context.signal)),
};

type Work = (context: PluginJobContext<Payload>, client: ImapFlow, account: MailAccount) => Promise<number>;

async function runWithAccount(context: PluginJobContext<Payload>, work: Work): Promise<JsonObject> {
  const account = await readUsableAccount(context, context.payload.account);
  if (account === undefined || toText(account['credentials']) === '') return { skipped: true };
  let client: ImapFlow | undefined;
  try {
    client = await openMailbox(context, account);
    const connected = client;
    const close = (): void => connected.close();
    context.signal.addEventListener('abort', close, { once: true });
    await setAccount(context, account, { status: 'Connected', failure: null, failures: 0, retry_at: null });
    return { stored: await work(context, client, account) };
  } catch (error) {
    if (context.signal.aborted) return { stopped: true };
    return await noteFailure(context, account, error);
  } finally {
    client?.close();
  }
}

async function syncOnce(context: PluginJobContext<Payload>, client: ImapFlow, account: MailAccount): Promise<number> {
  const onProgress = (stored: number): Promise<void> => context.progress({ stored });
  const stored = await syncMailbox(context, client, account, { signal: context.signal, onProgress });
  await setAccount(context, account, { last_synced_at: new Date(context.clock.now()).toISOString() });
  return stored;
}

async function watch(context: PluginJobContext<Payload>, client: ImapFlow, account: MailAccount): Promise<number> {
  const end = Date.now() + LIFE_MS;
  let stored = 0;
  let current: MailAccount | undefined = account;
  while (current !== undefined && Date.now() < end && !context.signal.aborted) {
    const before = await openInbox(client);
    const news = listen(client);
    try {
      stored += await syncOnce(context, client, current);
      // While another folder was open, the server did not tell about the inbox.
      if ((await openInbox(client)) === before) await waitFor(news.happened, context.signal);
    } finally {
      news.stop();
    }
    if (!client.usable) throw new MusterError('outbound_failed', { values: { reason: 'the mail server ended the connection' } });
    current = await readSame(context, account);
  }
  return stored;
}

/** Opens the inbox, and returns what changes with each new message in it. */
async function openInbox(client: ImapFlow): Promise<string> {
  const { uidNext, exists } = await client.mailboxOpen('INBOX');
  return `${uidNext}/${exists}`;
}

/** The account, unless it is gone or disconnected, or its server or credentials were changed: then another run connects again. */
async function readSame(context: PluginJobContext<Payload>, account: MailAccount): Promise<MailAccount | undefined> {
  const now = await readUsableAccount(context, account._id);
  if (toText(now?.['credentials']) === '') return undefined;
  const parts = ['incoming_host', 'incoming_port', 'incoming_security', 'username', 'gmail_email_address', 'kind'];
  const isSame = now !== undefined && parts.every((name) => now[name] === account[name]) && passwordOf(now) === passwordOf(account);
  if (isSame) return now;
  await context.addJob(WATCH_ACCOUNT, { account: account._id }, { delay: 1_000 });
  return undefined;
}

/** Tokens are renewed all the time; a password is changed by its user. */
function passwordOf(account: MailAccount): unknown {
  return (JSON.parse(toText(account['credentials']) || '{}') as { readonly password?: unknown }).password;
}

/** What the server says from now on: a new message, a changed mark, the end of the connection. */
function listen(client: ImapFlow) {
  const events = ['exists', 'flags', 'expunge', 'close', 'error'] as const;
  let stop = (): void => undefined;
  const happened = new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, PASS_MS);
    const end = (): void => resolve();
    for (const event of events) client.on(event, end);
    stop = () => {
      clearTimeout(timer);
      for (const event of events) client.off(event, end);
    };
  });
  return { happened, stop: () => stop() };
}

async function waitFor(happened: Promise<void>, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  let end = (): void => undefined;
  const aborted = new Promise<void>((resolve) => {
    end = () => resolve();
    signal.addEventListener('abort', end, { once: true });
  });
  await Promise.race([happened, aborted]);
  signal.removeEventListener('abort', end);
}

/** The next attempt comes later with each failure; the page of the account says why. */
async function noteFailure(context: PluginJobContext<Payload>, account: MailAccount, error: unknown): Promise<JsonObject> {
  const failure = describeServerError(error);
  const failures = Number(account['failures'] ?? 0) + 1;
  const wait = Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(failures - 1, 10));
  const retryAt = new Date(context.clock.now() + wait).toISOString();
  context.log.warn({ account: account._id, failures }, 'A mail account cannot be fetched');
  await setAccount(context, account, { status: 'Failing', failure, failures, retry_at: retryAt });
  return { failure };
}

/** Adds the run of each account that has none, and ends approvals that do not come. */
export async function watchAccounts(context: PluginJobContext): Promise<JsonObject> {
  await endApprovals(context);
  const now = new Date(context.clock.now()).toISOString();
  const filter = {
    credentials: { exists: true },
    user: { related: { active: true } },
    or: [{ retry_at: { exists: false } }, { retry_at: { range: { lte: now } } }],
  };
  let accounts = 0;
  for await (const { _id } of context.records.stream(SYSTEM_ACTOR, { module: 'mailAccounts', filter, fields: ['_id'] })) {
    await addWatch(context, _id);
    accounts += 1;
  }
  return { accounts };
}

async function endApprovals(context: PluginJobContext): Promise<void> {
  const waiting = { module: 'mailAccounts', filter: { status: 'Waiting for Approval' } };
  for await (const account of context.records.stream(SYSTEM_ACTOR, waiting))
    if (isApprovalOver(context, account))
      await setAccount(context, account, endApproval(account, 'The approval was not completed. Connect the account again, or remove it.'));
}

/** Adds the run of an account, unless it has one that has not ended. */
export async function addWatch({ addJob }: Pick<PluginJobContext, 'addJob'>, account: string): Promise<void> {
  await addJob(WATCH_ACCOUNT, { account }, { key: `watch-${account}` });
}

import type { FetchMessageObject, ImapFlow } from 'imapflow';
import type { PluginContext } from '#engine';
import { parseAnyMail } from './parse-any-mail.ts';
import { MAX_MAIL_BYTES, parseHeaders } from './parse-mail.ts';
import type { FetchedMail } from './store-mails.ts';

/** Bytes of messages that are in memory at the same time, unless one alone is larger. */
const MAX_GROUP_BYTES = 8_388_608;

/** What fetching needs. */
export type FetchContext = Pick<PluginContext, 'clock' | 'runInThread'>;

/** A message that the server named. */
interface ListedMail {
  readonly uid: number;
  readonly size: number;
  readonly isRead: boolean;
  readonly receivedAt: string;
}

/**
 * Fetches messages by their numbers, group by group. What the server sends without being requested is ignored; a message that it named and
 * does not send is left out. Of one that is too large only the header is fetched.
 */
export async function* fetchMails(
  context: FetchContext,
  client: ImapFlow,
  uids: readonly number[],
): AsyncGenerator<readonly FetchedMail[]> {
  const listed = await listMails(client, uids, context.clock.now());
  for (const group of groupBySize(listed)) {
    const [first] = group;
    if (first === undefined) continue;
    yield first.size > MAX_MAIL_BYTES ? await fetchHeaders(client, first) : await fetchGroup(context, client, group);
  }
}

async function listMails(client: ImapFlow, uids: readonly number[], now: number): Promise<readonly ListedMail[]> {
  const wanted = new Set(uids);
  const listed: ListedMail[] = [];
  for await (const one of client.fetch(uids.join(','), { uid: true, size: true, flags: true, internalDate: true }, { uid: true })) {
    if (!wanted.delete(one.uid)) continue;
    const size = Number(one.size ?? 0);
    listed.push({ uid: one.uid, size, isRead: one.flags?.has('\\Seen') === true, receivedAt: readTime(one, now) });
  }
  return listed;
}

function readTime({ internalDate }: FetchMessageObject, now: number): string {
  const time = internalDate === undefined ? Number.NaN : new Date(internalDate).getTime();
  return new Date(Number.isNaN(time) || time > now ? now : time).toISOString();
}

function groupBySize(listed: readonly ListedMail[]): readonly (readonly ListedMail[])[] {
  const groups: ListedMail[][] = [];
  let bytes = Infinity;
  for (const one of listed) {
    if (bytes + one.size > MAX_GROUP_BYTES) {
      groups.push([]);
      bytes = 0;
    }
    groups.at(-1)?.push(one);
    bytes += one.size;
  }
  return groups;
}

async function fetchGroup(context: FetchContext, client: ImapFlow, group: readonly ListedMail[]): Promise<readonly FetchedMail[]> {
  const wanted = new Map(group.map((one) => [one.uid, one]));
  const sources: { readonly one: ListedMail; readonly source: Buffer }[] = [];
  for await (const { uid, source } of client.fetch([...wanted.keys()].join(','), { uid: true, source: true }, { uid: true })) {
    const one = wanted.get(uid);
    if (one === undefined || source === undefined) continue;
    wanted.delete(uid);
    sources.push({ one, source });
  }
  const fetched: FetchedMail[] = [];
  for (const { one, source } of sources) fetched.push({ ...one, mail: await parseAnyMail(context, source) });
  return fetched;
}

async function fetchHeaders(client: ImapFlow, one: ListedMail): Promise<readonly FetchedMail[]> {
  const found = await client.fetchOne(String(one.uid), { uid: true, headers: true }, { uid: true });
  const headers = found === false ? undefined : found.headers;
  return [{ ...one, mail: await parseHeaders(headers ?? Buffer.alloc(0), 'is larger than 50 MB') }];
}

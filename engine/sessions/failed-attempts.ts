import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { MusterError } from '../errors/index.ts';
import { commitUnitWithRetry, readStoredDocument, createDocumentRemoval, createDocumentWrite } from '../records/index.ts';
import type { RecordDocument } from '#engine/model/values';
import { FAILED_ATTEMPTS, sweepExpired } from './collections.ts';
import { findKnownDevice } from './known-devices.ts';
import { canOnlyRead, type SessionContext } from './session-context.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** How failures of one kind delay the next attempt. */
interface Limit {
  /** Failures without a delay. */
  readonly free: number;
  /** Milliseconds to wait after the last free failure; each further failure doubles them, up to `longest`. */
  readonly delay: number;
  readonly longest: number;
  /** Milliseconds without a failure after which one failure is forgotten. */
  readonly forget: number;
}

const PERSON: Limit = { free: 10, delay: MINUTE, longest: HOUR, forget: HOUR };
const SHARED: Limit = { free: 100, delay: 5 * SECOND, longest: MINUTE, forget: 36 * SECOND };

/**
 * `pair`: an account and an address together. `device`: an account and a device on which its user has signed in before. `address` and
 * `account` slow down one address that tries many e-mails, and many addresses that try one; a whole office may share an
 * address. `mail`: e-mails that anyone can request for an account.
 */
const LIMITS = {
  pair: PERSON,
  device: PERSON,
  address: SHARED,
  account: SHARED,
  mail: { free: 5, delay: 15 * MINUTE, longest: HOUR, forget: 15 * MINUTE },
} as const satisfies { readonly [kind: string]: Limit };

export interface Attempt {
  readonly kind: keyof typeof LIMITS;
  readonly value: string;
}

/** Where an attempt comes from. */
export interface AttemptInput {
  readonly email: string;
  readonly address: string;
  readonly device?: string | undefined;
}

/**
 * The counts that an attempt is checked against, the most specific first. A known device has its own count only: failures elsewhere do
 * not lock out its user.
 */
export function attemptsOf({ secret }: Pick<SessionContext, 'secret'>, input: AttemptInput): readonly [Attempt, ...Attempt[]] {
  const email = input.email.trim().toLowerCase();
  const device = findKnownDevice(secret, input.device, input.email);
  if (device !== undefined) return [{ kind: 'device', value: `${device} ${email}` }];
  const network = networkOf(input.address);
  return [
    { kind: 'pair', value: `${network} ${email}` },
    { kind: 'address', value: network },
    { kind: 'account', value: email },
  ];
}

/** An IPv6 address is reduced to its /64 network, because one client usually controls the whole network. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const [head = '', tail = ''] = (address.split('%', 1)[0] ?? '').split('::', 2);
  const front = head === '' ? [] : head.split(':');
  const back = tail === '' ? [] : tail.split(':');
  const groups = address.includes('::')
    ? [...front, ...Array.from({ length: Math.max(0, 8 - front.length - back.length) }, () => '0'), ...back]
    : front;
  return groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, '').toLowerCase())
    .join(':');
}

/** Digests, so that the store contains no list of e-mails and addresses. */
export function attemptId({ kind, value }: Attempt): string {
  return `${kind}-${createHash('sha256').update(value.trim().toLowerCase()).digest('base64url')}`;
}

/** The failures of one kind: their number when the last one was counted, and the time of that one. */
interface Failures {
  readonly count: number;
  readonly at: number;
}

/** Failures that could not be saved because the disk is full, by store and id: counted in this process until it has space again. */
const unsaved = new WeakMap<object, Map<string, Failures>>();
const MAX_UNSAVED = 10_000;

function unsavedOf({ store }: SessionContext): Map<string, Failures> {
  const known = unsaved.get(store) ?? new Map<string, Failures>();
  unsaved.set(store, known);
  return known;
}

function failuresIn(document: RecordDocument | undefined): Failures {
  const count = document?.count;
  const at = document?.at;
  return typeof count === 'number' && typeof at === 'number' ? { count, at } : { count: 0, at: 0 };
}

async function readFailures(context: SessionContext, attempt: Attempt): Promise<Failures> {
  const stored = failuresIn(await readStoredDocument(context.store, FAILED_ATTEMPTS, attemptId(attempt)));
  const own = unsavedOf(context).get(attemptId(attempt));
  return own !== undefined && own.at >= stored.at ? own : stored;
}

function delayAfter({ kind }: Attempt, count: number): number {
  const { free, delay, longest } = LIMITS[kind];
  return count < free ? 0 : Math.min(longest, delay * 2 ** Math.min(count - free, 30));
}

/** The time at which the next attempt is allowed, or undefined when it is allowed now. */
export async function blockedUntil(context: SessionContext, attempt: Attempt): Promise<number | undefined> {
  const { count, at } = await readFailures(context, attempt);
  const until = at + delayAfter(attempt, count);
  return until > context.clock.now() ? until : undefined;
}

/** Throws `too_many_sign_ins` when one of the attempts must wait. */
export async function assertNotBlocked(context: SessionContext, attempts: readonly Attempt[]): Promise<void> {
  for (const attempt of attempts) {
    const until = await blockedUntil(context, attempt);
    if (until === undefined) continue;
    const seconds = Math.max(1, Math.ceil((until - context.clock.now()) / SECOND));
    throw new MusterError('too_many_sign_ins', { values: { time: describeWait(seconds) }, data: { seconds } });
  }
}

function describeWait(seconds: number): string {
  if (seconds < 60) return seconds === 1 ? '1 second' : `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? '1 minute' : `${minutes} minutes`;
}

/** Adds a failure at a time to earlier ones, some of which are forgotten by then. */
function addFailure({ kind }: Attempt, { count, at }: Failures, now: number): Failures {
  const forgotten = Math.floor(Math.max(0, now - at) / LIMITS[kind].forget);
  return { count: Math.max(0, count - forgotten) + 1, at: now };
}

/** The last count of a store that was begun: attempts at the same time change the same documents. */
const counting = new WeakMap<object, Promise<void>>();

/** Counts an e-mail that someone requests for an account. Errors: `too_many_requests`. */
export async function assertMailAllowed(context: SessionContext, value: string): Promise<void> {
  const attempt: Attempt = { kind: 'mail', value };
  const until = await blockedUntil(context, attempt);
  if (until !== undefined) {
    const seconds = Math.ceil((until - context.clock.now()) / 1_000);
    throw new MusterError('too_many_requests', { values: { seconds }, data: { seconds } });
  }
  await recordAttempt(context, [attempt]);
}

/** Counts a failed attempt, one after the other in this process. */
export async function recordAttempt(context: SessionContext, attempts: readonly Attempt[]): Promise<void> {
  const before = counting.get(context.store) ?? Promise.resolve();
  const own = before.then(() => countAttempt(context, attempts));
  counting.set(
    context.store,
    own.catch(() => undefined),
  );
  await own;
}

/** Counts a failed attempt; in this process when the store cannot be written, so that a full disk does not allow unlimited attempts. */
async function countAttempt(context: SessionContext, attempts: readonly Attempt[]): Promise<void> {
  const now = context.clock.now();
  try {
    await commitUnitWithRetry(context.store, async () => {
      const writes = await Promise.all(attempts.map((attempt) => writeFailure(context, attempt, now)));
      return { unit: { writes }, result: undefined };
    });
    await sweepExpired(context.store, FAILED_ATTEMPTS, now);
  } catch (error) {
    if (!canOnlyRead(error)) throw error;
    const own = unsavedOf(context);
    for (const attempt of attempts) {
      const failures = addFailure(attempt, await readFailures(context, attempt), now);
      own.delete(attemptId(attempt));
      own.set(attemptId(attempt), failures);
      if (own.size > MAX_UNSAVED) own.delete(own.keys().next().value as string);
    }
  }
}

async function writeFailure(context: SessionContext, attempt: Attempt, now: number): Promise<ReturnType<typeof createDocumentWrite>> {
  const id = attemptId(attempt);
  const before = await readStoredDocument(context.store, FAILED_ATTEMPTS, id);
  const { count, at } = addFailure(attempt, await readFailures(context, attempt), now);
  const expiresAt = now + Math.max(delayAfter(attempt, count), count * LIMITS[attempt.kind].forget);
  return createDocumentWrite(FAILED_ATTEMPTS, id, before, { count, at, expiresAt });
}

/** A successful sign-in clears the failures of its account: those from its address or device, and those from unknown devices. */
export async function clearAttempts(context: SessionContext, attempts: readonly Attempt[]): Promise<void> {
  const own = attempts.filter(({ kind }) => kind !== 'address');
  for (const attempt of own) unsavedOf(context).delete(attemptId(attempt));
  try {
    await commitUnitWithRetry(context.store, async () => {
      const stored = await Promise.all(own.map((attempt) => readStoredDocument(context.store, FAILED_ATTEMPTS, attemptId(attempt))));
      const writes = stored.flatMap((before) => (before === undefined ? [] : [createDocumentRemoval(FAILED_ATTEMPTS, before)]));
      return { unit: writes.length === 0 ? undefined : { writes }, result: undefined };
    });
  } catch (error) {
    if (!canOnlyRead(error)) throw error;
  }
}

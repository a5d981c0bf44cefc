import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { MusterError } from '../errors/index.ts';
import { commitUnitWithRetry, readStoredDocument, createDocumentRemoval, createDocumentWrite } from '../records/index.ts';
import { FAILED_ATTEMPTS, sweepExpired } from './collections.ts';
import type { SessionContext } from './session-context.ts';

const WINDOW = 15 * 60_000;
/** Maximum failed sign-ins in a window, per e-mail and per address (a whole office may share one address). */
const LIMITS = { email: 10, address: 100, reset: 5 } as const;

export type AttemptKind = keyof typeof LIMITS;

export interface Attempt {
  readonly kind: AttemptKind;
  readonly value: string;
}

/** The keys under which a failed sign-in is counted. */
export function attemptsOf(input: { readonly email: string; readonly address: string }): readonly [Attempt, Attempt] {
  return [
    { kind: 'email', value: input.email },
    { kind: 'address', value: networkOf(input.address) },
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

function recent(times: unknown, now: number): number[] {
  return Array.isArray(times) ? times.filter((time): time is number => typeof time === 'number' && time > now - WINDOW) : [];
}

/** The time at which the next attempt is allowed, or undefined when it is allowed now. */
export async function blockedUntil(context: SessionContext, attempt: Attempt): Promise<number | undefined> {
  const stored = await readStoredDocument(context.store, FAILED_ATTEMPTS, attemptId(attempt));
  const times = recent(stored?.times, context.clock.now());
  return times.length < LIMITS[attempt.kind] ? undefined : (times[times.length - LIMITS[attempt.kind]] as number) + WINDOW;
}

/** Throws `too_many_sign_ins` when one of the attempts is over its limit. */
export async function assertNotBlocked(context: SessionContext, attempts: readonly Attempt[]): Promise<void> {
  for (const attempt of attempts) {
    const until = await blockedUntil(context, attempt);
    if (until === undefined) continue;
    const seconds = Math.max(1, Math.ceil((until - context.clock.now()) / 1000));
    throw new MusterError('too_many_sign_ins', { values: { minutes: Math.ceil(seconds / 60) }, data: { seconds } });
  }
}

export async function recordAttempt(context: SessionContext, attempts: readonly Attempt[]): Promise<void> {
  const now = context.clock.now();
  await commitUnitWithRetry(context.store, async () => {
    const writes = await Promise.all(
      attempts.map(async (attempt) => {
        const before = await readStoredDocument(context.store, FAILED_ATTEMPTS, attemptId(attempt));
        return createDocumentWrite(FAILED_ATTEMPTS, attemptId(attempt), before, {
          times: [...recent(before?.times, now), now].slice(-LIMITS[attempt.kind]),
          expiresAt: now + WINDOW,
        });
      }),
    );
    return { unit: { writes }, result: undefined };
  });
  await sweepExpired(context.store, FAILED_ATTEMPTS, now);
}

/** A successful sign-in clears the failed attempts of its e-mail. */
export async function clearAttempts(context: SessionContext, attempt: Attempt): Promise<void> {
  await commitUnitWithRetry(context.store, async () => {
    const before = await readStoredDocument(context.store, FAILED_ATTEMPTS, attemptId(attempt));
    return { unit: before ? { writes: [createDocumentRemoval(FAILED_ATTEMPTS, before)] } : undefined, result: undefined };
  });
}

import { createHash } from 'node:crypto';
import { MusterError } from '../errors/index.ts';
import { FAILED_ATTEMPTS } from './collections.ts';
import { commitKept, readKept, removeKept, writeKept } from './kept-document.ts';
import type { SessionContext } from './session-context.ts';

const WINDOW = 15 * 60_000;
/** Failed sign-ins in a window, for one e-mail and for one address (a whole office may share one). */
const LIMITS = { email: 10, address: 100, reset: 5 } as const;

export type AttemptKind = keyof typeof LIMITS;

export interface Attempt {
  readonly kind: AttemptKind;
  readonly value: string;
}

/** Digests, so that the store keeps no list of e-mails and addresses. */
function idOf({ kind, value }: Attempt): string {
  return `${kind}-${createHash('sha256').update(value.trim().toLowerCase()).digest('base64url')}`;
}

function recent(times: unknown, now: number): number[] {
  return Array.isArray(times) ? times.filter((time): time is number => typeof time === 'number' && time > now - WINDOW) : [];
}

/** The instant at which the next attempt is allowed, or undefined when it is now. */
export async function blockedUntil(context: SessionContext, attempt: Attempt): Promise<number | undefined> {
  const kept = await readKept(context.store, FAILED_ATTEMPTS, idOf(attempt));
  const times = recent(kept?.times, context.clock.now());
  return times.length < LIMITS[attempt.kind] ? undefined : (times[times.length - LIMITS[attempt.kind]] as number) + WINDOW;
}

/** Refuses with `too_many_sign_ins` when one of them is over its limit. */
export async function assertNotBlocked(context: SessionContext, attempts: readonly Attempt[]): Promise<void> {
  for (const attempt of attempts) {
    const until = await blockedUntil(context, attempt);
    if (until !== undefined) throw new MusterError('too_many_sign_ins', { values: { minutes: Math.max(1, Math.ceil((until - context.clock.now()) / 60_000)) } });
  }
}

export async function noteAttempt(context: SessionContext, attempts: readonly Attempt[]): Promise<void> {
  await commitKept(context.store, async () => {
    const now = context.clock.now();
    const writes = await Promise.all(attempts.map(async (attempt) => {
      const before = await readKept(context.store, FAILED_ATTEMPTS, idOf(attempt));
      return writeKept(FAILED_ATTEMPTS, idOf(attempt), before, { times: [...recent(before?.times, now), now].slice(-LIMITS[attempt.kind]) });
    }));
    return { unit: { writes }, answer: undefined };
  });
}

/** A sign-in that went well clears what its e-mail had gathered. */
export async function clearAttempts(context: SessionContext, attempt: Attempt): Promise<void> {
  await commitKept(context.store, async () => {
    const before = await readKept(context.store, FAILED_ATTEMPTS, idOf(attempt));
    return { unit: before ? { writes: [removeKept(FAILED_ATTEMPTS, before)] } : undefined, answer: undefined };
  });
}

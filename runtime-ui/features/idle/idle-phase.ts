import type { SessionUser } from '#engine/model/wire';

/** Milliseconds: idle time until the warning, from the warning to sign-out, and between two pings of the server. */
export const IDLE_MILLISECONDS = { warning: 1_800_000, countdown: 30_000, ping: 120_000 } as const;

/** The phase of an idle session. */
export type IdlePhase =
  | { readonly kind: 'active'; readonly nextIn: number }
  | { readonly kind: 'warning'; readonly secondsLeft: number; readonly nextIn: number }
  | { readonly kind: 'over' };

/** The phase after this many idle milliseconds, and when to check again. */
export function idlePhase(idleFor: number): IdlePhase {
  const { warning, countdown } = IDLE_MILLISECONDS;
  if (idleFor < warning) return { kind: 'active', nextIn: warning - Math.max(0, idleFor) };
  const left = warning + countdown - idleFor;
  if (left <= 0) return { kind: 'over' };
  const secondsLeft = Math.ceil(left / 1000);
  return { kind: 'warning', secondsLeft, nextIn: left - (secondsLeft - 1) * 1000 };
}

/** The idle timeout is off on a developer's host, and for the users whom the server exempts. */
export function isIdleOff(host: string, user: Pick<SessionUser, 'disableTimeout'>): boolean {
  return host.includes('localhost') || host.includes('dev') || user.disableTimeout;
}

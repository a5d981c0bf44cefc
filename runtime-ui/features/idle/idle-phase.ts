import type { SessionUser } from '#engine/model';

/** Milliseconds: idle until the warning, from it to sign-out, and between two pings of the server. */
export const IDLE_MILLISECONDS = { warning: 1_800_000, countdown: 30_000, ping: 120_000 } as const;

/** What an idle time comes to. */
export type IdlePhase =
  | { readonly kind: 'active'; readonly nextIn: number }
  | { readonly kind: 'warning'; readonly secondsLeft: number; readonly nextIn: number }
  | { readonly kind: 'over' };

/** The phase after so many idle milliseconds, and when to look again. */
export function idlePhase(idleFor: number): IdlePhase {
  const { warning, countdown } = IDLE_MILLISECONDS;
  if (idleFor < warning) return { kind: 'active', nextIn: warning - Math.max(0, idleFor) };
  const left = warning + countdown - idleFor;
  if (left <= 0) return { kind: 'over' };
  const secondsLeft = Math.ceil(left / 1000);
  return { kind: 'warning', secondsLeft, nextIn: left - (secondsLeft - 1) * 1000 };
}

/** Nobody is signed out for being idle on a developer's host, nor a Dashboard user, nor who is exempt. */
export function isIdleOff(host: string, user: Pick<SessionUser, 'userType' | 'disableTimeout'>): boolean {
  return host.includes('localhost') || host.includes('dev') || user.disableTimeout || user.userType === 'Dashboard';
}

import type { VisibleRecord } from '#engine';
import { toText, type JsonObject } from '#engine/model';
import { FIRST_HASH, hashEvent, verifyChain } from '../event-chain.ts';

/** What happened to a document to sign, before it is added to its log. */
export interface SigningEvent {
  readonly type: string;
  /** Id of the recipient whom it is about. */
  readonly recipient?: string | undefined;
  /** Id of the user who did it. */
  readonly user?: string | undefined;
  /** Somebody without an account who did it. */
  readonly nonUser?: { readonly name: string; readonly email: string } | undefined;
  readonly ip_address?: string | undefined;
  readonly user_agent?: string | undefined;
  readonly time_zone?: string | undefined;
  readonly description?: string | undefined;
  readonly details?: JsonObject | undefined;
}

/** An event of the log. */
export interface ChainedEvent extends SigningEvent {
  readonly action_at: string;
  readonly sequence: number;
  readonly previous_hash: string;
  readonly hash: string;
}

/** The end of a log. */
export interface ChainEnd {
  readonly sequence: number;
  /** '' of an empty log. */
  readonly hash: string;
  /** ISO time of the last event. */
  readonly at: string;
}

const TEXTS = ['type', 'recipient', 'user', 'ip_address', 'user_agent', 'time_zone', 'description'] as const;

/** Adds events to the end of a log. No event is before the one that it follows, also when a clock was set back. */
export function chainEvents(instance: string, end: ChainEnd, events: readonly SigningEvent[], now: number): readonly ChainedEvent[] {
  let { sequence, hash, at } = end;
  return events.map((event) => {
    const action_at = at === '' ? new Date(now).toISOString() : new Date(Math.max(now, Date.parse(at))).toISOString();
    const placed = { ...tidy(event), action_at, sequence: sequence + 1 };
    const previous_hash = hash === '' ? FIRST_HASH : hash;
    const chained = { ...placed, previous_hash, hash: hashEvent(toHashed(instance, placed), previous_hash) };
    ({ sequence, hash, action_at: at } = chained);
    return chained;
  });
}

/** Texts as they are stored, so that their hash can be checked. */
function tidy(event: SigningEvent): SigningEvent {
  const texts = TEXTS.flatMap((name) => {
    const text = toText(event[name]).replace(/\s+/g, ' ').trim().slice(0, 900);
    return text === '' ? [] : [[name, text] as const];
  });
  return {
    ...(Object.fromEntries(texts) as Pick<SigningEvent, (typeof TEXTS)[number]> & { readonly type: string }),
    ...(hasName(event.nonUser) ? { nonUser: event.nonUser } : {}),
    ...(event.details === undefined ? {} : { details: event.details }),
  };
}

function hasName(nonUser: SigningEvent['nonUser']): nonUser is NonNullable<SigningEvent['nonUser']> {
  return nonUser !== undefined && (nonUser.name !== '' || nonUser.email !== '');
}

/** What the hash of an event is about: all of it, its place in the log, and the document. */
function toHashed(instance: string, { hash: _h, previous_hash: _p, ...event }: Partial<ChainedEvent>): JsonObject {
  const { nonUser, details, ...texts } = event;
  const given = Object.entries(texts).filter(([, value]) => value !== undefined && value !== '');
  return {
    ...Object.fromEntries(given),
    instance,
    ...(nonUser === undefined ? {} : { nonUser: { ...nonUser } }),
    ...(details === undefined ? {} : { details }),
  };
}

/** An event as it is stored. */
export function readEvent(record: VisibleRecord): ChainedEvent {
  const { nonUser, details } = record as { readonly nonUser?: ChainedEvent['nonUser'] | null; readonly details?: JsonObject | null };
  return {
    ...(Object.fromEntries(TEXTS.map((name) => [name, toText(record[name])])) as Omit<SigningEvent, 'nonUser' | 'details'>),
    ...(nonUser === undefined || nonUser === null ? {} : { nonUser: { name: toText(nonUser.name), email: toText(nonUser.email) } }),
    ...(details === undefined || details === null ? {} : { details }),
    action_at: toText(record['action_at']),
    sequence: Number(record['sequence'] ?? 0),
    previous_hash: toText(record['previous_hash']),
    hash: toText(record['hash']),
  };
}

/** The number of the first event that does not fit the ones before it; undefined: all of them fit, and the log ends where it should. */
export function findBreak(instance: string, events: readonly ChainedEvent[], end: Omit<ChainEnd, 'at'>): number | undefined {
  if (end.sequence === 0) return events.length === 0 ? undefined : 1;
  const misplaced = events.findIndex(({ sequence }, index) => sequence !== index + 1);
  if (misplaced >= 0) return misplaced + 1;
  const { isIntact, brokenAt = 0 } = verifyChain(
    events.map((event) => ({ event: toHashed(instance, event), hash: event.hash })),
    end.hash,
  );
  return isIntact ? undefined : brokenAt + 1;
}

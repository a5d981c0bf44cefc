import { createHash } from 'node:crypto';
import type { VisibleRecord } from '#engine';
import { toText, type JsonObject, type JsonValue } from '#engine/model';

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
    const placed = { ...tidy(event), action_at, sequence: sequence + 1, previous_hash: hash };
    const chained = { ...placed, hash: hashEvent(instance, placed) };
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
    ...(event.nonUser === undefined ? {} : { nonUser: event.nonUser }),
    ...(event.details === undefined ? {} : { details: event.details }),
  };
}

function hashEvent(instance: string, event: Omit<ChainedEvent, 'hash'>): string {
  const content = [
    event.previous_hash,
    instance,
    event.sequence,
    event.action_at,
    ...TEXTS.map((name) => event[name] ?? ''),
    sortNames(event.nonUser === undefined ? null : { ...event.nonUser }),
    sortNames(event.details ?? null),
  ];
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}

/** The same JSON whatever the order of its names. */
function sortNames(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map((one) => sortNames(one as JsonValue));
  if (value === null || typeof value !== 'object') return value;
  const sorted = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(sorted.map(([name, inner]) => [name, sortNames(inner as JsonValue)]));
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
  let before = '';
  for (const [index, event] of events.entries()) {
    const fits = event.sequence === index + 1 && event.previous_hash === before && hashEvent(instance, event) === event.hash;
    if (!fits) return index + 1;
    before = event.hash;
  }
  return events.length === end.sequence && before === end.hash ? undefined : events.length + 1;
}

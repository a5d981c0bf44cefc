import { createHash } from 'node:crypto';
import type { JsonObject, JsonValue } from '#engine/model';

/** The hash before the first event. */
export const FIRST_HASH = '0'.repeat(64);

/** An event with the hash that connects it to the one before it. */
export interface ChainedEvent {
  /** What happened; any JSON. */
  readonly event: JsonObject;
  /** SHA-256 of the event and the hash before it, in hexadecimal digits. */
  readonly hash: string;
}

/** A chain that was checked. */
export interface ChainVerification {
  readonly isIntact: boolean;
  /** Index of the first event that was changed, moved, added or removed before the next one. */
  readonly brokenAt?: number;
}

/** The hash of an event after the event with the hash `previous`; {@link FIRST_HASH} when it is the first. */
export function hashEvent(event: JsonObject, previous: string): string {
  return createHash('sha256')
    .update(`${previous}\n${toCanonicalJson(event)}`)
    .digest('hex');
}

/**
 * Checks that no event was changed, removed or moved. `last`: the hash that was written down elsewhere (such as in the certificate of completion);
 * with it, events that were removed at the end are found too.
 */
export function verifyChain(events: readonly ChainedEvent[], last?: string): ChainVerification {
  let previous = FIRST_HASH;
  for (const [index, { event, hash }] of events.entries()) {
    if (hashEvent(event, previous) !== hash) return { isIntact: false, brokenAt: index };
    previous = hash;
  }
  return last === undefined || last === previous ? { isIntact: true } : { isIntact: false, brokenAt: events.length };
}

/** JSON with the names of objects in order and without spaces, so that the same values always have the same text. */
export function toCanonicalJson(value: JsonValue | undefined): string {
  if (Array.isArray(value)) return `[${value.map((entry: JsonValue) => toCanonicalJson(entry)).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null);
  const entries = Object.entries(value as JsonObject)
    .filter(([, entry]) => (entry as JsonValue | undefined) !== undefined)
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
  return `{${entries.map(([name, entry]) => `${JSON.stringify(name)}:${toCanonicalJson(entry)}`).join(',')}}`;
}

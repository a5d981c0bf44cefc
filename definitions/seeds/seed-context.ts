import type { JsonObject, JsonValue } from '#engine/model';
import type { LogPort, PluginEffects, RecordOperations } from '#engine';
import type { Names } from './names.ts';
import type { Places } from './places.ts';
import type { Random } from './random.ts';

export interface SeedOptions {
  readonly records: RecordOperations;
  /** Sets the password of a demo user, so that every user type can sign in. */
  readonly setPassword?: (userId: string, password: string) => Promise<void>;
  /** Notifies users under the bell; absent: nobody is notified. */
  readonly notify?: (input: Parameters<PluginEffects['notify']>[0] & { readonly by: string | null }) => Promise<void>;
  /** The password of all demo users. */
  readonly demoPassword?: string;
  /** Number of leads; the other modules are in proportion. Default 5,000. */
  readonly size?: number;
  /** Dates are relative to this instant: milliseconds since the epoch. */
  readonly now: number;
  readonly log: LogPort;
  /** Called after each chunk with the progress. */
  readonly onProgress?: (module: string, done: number, of: number) => void;
}

/** Shared by all parts of the seed. */
export interface SeedContext extends SeedOptions {
  readonly random: Random;
  readonly places: Places;
  readonly names: Names;
  /** Ids by name, filled while the records are created. */
  readonly teams: { gulf: string; west: string; north: string; provider: string };
  readonly staff: {
    readonly _id: string;
    readonly first_name: string;
    readonly region: 'gulf' | 'west' | 'north' /** A user responsible for papers and people rather than leads and accounts. */;
    readonly inOffice: boolean;
  }[];
  /** Inserts records in chunks through the pipeline and returns their ids in order. */
  insert(module: string, records: Iterable<JsonObject>, of: number): Promise<string[]>;
}

/** The day `days` from now, as `YYYY-MM-DD`. */
export function dayFrom(now: number, days: number): string {
  return new Date(now + days * 86_400_000).toISOString().slice(0, 10);
}

/** The same number of days from now, moved to the Friday before if it is a weekend. */
export function toWorkday(now: number, days: number): number {
  const weekday = new Date(now + days * 86_400_000).getUTCDay();
  return days - (weekday === 0 ? 2 : weekday === 6 ? 1 : 0);
}

/** Timestamps of creation and last change, in days from now, during office hours that vary by record. */
export function makeTimestamps(now: number, created: number, changed = created): JsonObject {
  return inOrder({
    createdAt: instantFrom(now, Math.min(created, -1), 13 + (Math.abs(created) % 9)),
    updatedAt: instantFrom(now, Math.min(Math.max(created, changed), -1), 14 + (Math.abs(changed) % 8)),
  });
}

/** The record, changed last when it was created or later. */
export function inOrder(record: JsonObject): JsonObject {
  const { createdAt } = record;
  return textOf(record['updatedAt']) < textOf(createdAt) ? { ...record, updatedAt: createdAt ?? null } : record;
}

/** The instant `days` from now at this UTC hour. */
export function instantFrom(now: number, days: number, hour: number): string {
  return `${dayFrom(now, days)}T${String(hour).padStart(2, '0')}:00:00.000Z`;
}

/** The text of a field value; '' if it is not a text. */
export function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

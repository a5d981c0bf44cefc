import type { CollectionSchema } from '#engine/model/compiled';
import { dayToTimestamp, zoneClock } from '#engine/model/time';
import type { JsonObject, RecordDocument } from '#engine/model/values';
import type { NotificationMail, NotificationPreference } from '#engine/model/wire';
import { MusterError } from '../errors/index.ts';
import type { StorePort } from '../ports/index.ts';
import { commitUnitWithRetry, createDocumentWrite } from '../records/index.ts';
import type { NotificationContext } from './notification-context.ts';

/** One document for each user who changed a preference; its id is that of the user. */
export const PREFERENCES_COLLECTION: CollectionSchema = { name: '_notification_preferences', keys: [], indexes: [], contains: [] };

/** What a user chose for a kind. */
export interface KindChoice {
  /** Shown under the bell. */
  readonly app: boolean;
  readonly mail: NotificationMail;
}

/** What users have who chose nothing. */
const DEFAULT_CHOICE: KindChoice = { app: true, mail: 'off' };

/** Ids that one read of the store names at most. */
const MAX_IDS = 2_000;
/** The local hour at which the e-mail of a day is sent. */
const DIGEST_HOUR = 8;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

function readChoices(document: RecordDocument | undefined): { readonly [kind: string]: KindChoice } {
  return (document?.['kinds'] ?? {}) as unknown as { readonly [kind: string]: KindChoice };
}

/** The choices of users for a kind, in their order. */
export async function readKindChoices(store: StorePort, users: readonly string[], kind: string): Promise<readonly KindChoice[]> {
  const choices: KindChoice[] = [];
  for (let at = 0; at < users.length; at += MAX_IDS) {
    const stored = await store.get(PREFERENCES_COLLECTION.name, users.slice(at, at + MAX_IDS));
    choices.push(...stored.map((one) => readChoices(one?.document)[kind] ?? DEFAULT_CHOICE));
  }
  return choices;
}

/** All kinds with the choices of a user. */
export async function listPreferences({ store, kinds }: NotificationContext, user: string): Promise<readonly NotificationPreference[]> {
  const [stored] = await store.get(PREFERENCES_COLLECTION.name, [user]);
  const choices = readChoices(stored?.document);
  return [...kinds.values()].map(({ name, label, icon }) => ({ kind: name, label, icon, ...(choices[name] ?? DEFAULT_CHOICE) }));
}

/** Stores the choices of a user for some kinds; those for others stay. Errors: `parameter_invalid` for an unknown kind. */
export async function savePreferences(
  { store, kinds }: NotificationContext,
  user: string,
  changes: readonly ({ readonly kind: string } & KindChoice)[],
): Promise<void> {
  for (const { kind } of changes)
    if (!kinds.has(kind))
      throw new MusterError('parameter_invalid', {
        details: [{ field: 'kind', code: 'unknown', message: `There is no kind ${kind} of notifications.` }],
      });
  await commitUnitWithRetry(store, async () => {
    const [stored] = await store.get(PREFERENCES_COLLECTION.name, [user]);
    const changed = Object.fromEntries(changes.map(({ kind, app, mail }): [string, JsonObject] => [kind, { app, mail }]));
    const document = { kinds: { ...(readChoices(stored?.document) as unknown as JsonObject), ...changed } };
    return { unit: { writes: [createDocumentWrite(PREFERENCES_COLLECTION, user, stored?.document, document)] }, result: undefined };
  });
}

/** When the e-mail about a notification is due; undefined: the user wants none. */
export function mailTimeOf({ mail }: KindChoice, now: number, timeZone: string): number | undefined {
  if (mail === 'off') return undefined;
  if (mail === 'now') return now;
  const zone = zoneClock(timeZone);
  const midnight = dayToTimestamp(zone.dayOf(now));
  const due = zone.instantAt(midnight + DIGEST_HOUR * HOUR);
  return due > now ? due : zone.instantAt(midnight + DAY + DIGEST_HOUR * HOUR);
}

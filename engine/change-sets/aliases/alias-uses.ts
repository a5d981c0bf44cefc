import type { CollectionSchema } from '#engine/model/compiled';
import type { RecordDocument } from '#engine/model/values';
import type { ClockPort, LogPort, StorePort, StoreWrite } from '../../ports/index.ts';

/** How often each alias was used, by its id, in all processes. */
export const ALIAS_USES_COLLECTION: CollectionSchema = { name: '_alias_uses', keys: [], indexes: [], contains: [] };

const INTERVAL = 5_000;
/** Tries to record, while other processes record at the same time. */
const MAX_TRIES = 20;
/** Milliseconds that a stop waits for the last recording. */
const STOP_WAIT = 2_000;

/** Who used an alias: a user, or a program with an API token of theirs. */
export interface AliasUser {
  readonly user: string;
  /** null: the user was signed in. */
  readonly token: { readonly _id: string; readonly name: string } | null;
}

/** Who uses an alias in a session. */
export function aliasUserOf({ actor, claims: { sub: user, sid, scope } }: AliasSession): AliasUser {
  return { user, token: scope === 'api' ? { _id: sid, name: actor.name ?? sid } : null };
}

/** What a session says of its user. */
interface AliasSession {
  readonly actor: { readonly name?: string | undefined };
  readonly claims: { readonly sub: string; readonly sid: string; readonly scope: string };
}

/** The uses of an alias. */
export interface AliasUse {
  readonly uses: number;
  /** ISO time of the last one. */
  readonly lastUsedAt: string;
  readonly lastUsedBy: AliasUser;
}

export interface AliasUsesOptions {
  readonly store: StorePort;
  readonly clock: ClockPort;
  readonly log: LogPort;
  /** Milliseconds between a use and its recording; default 5,000. */
  readonly interval?: number;
}

/** Counts the uses of aliases. They are recorded together after a few seconds, so that no request waits for a write. */
export interface AliasUses {
  /** Counts one use now. */
  count(alias: string, by: AliasUser): void;
  /**
   * Records what this process counted, and reads the uses of these aliases in all processes; unused ones are missing.
   * @throws errors of the store.
   */
  read(aliases: readonly string[]): Promise<ReadonlyMap<string, AliasUse>>;
  /**
   * The writes that remove what is recorded of an alias.
   * @throws errors of the store.
   */
  removal(alias: string): Promise<readonly StoreWrite[]>;
  /** Records what is left. */
  stop(): Promise<void>;
}

/** Creates the counters of the uses of aliases. */
export function createAliasUses({ store, clock, log, interval = INTERVAL }: AliasUsesOptions): AliasUses {
  const counted = new Map<string, AliasUse>();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<unknown> = Promise.resolve();
  const add = (alias: string, more: AliasUse): void => void counted.set(alias, addUse(counted.get(alias), more));
  const record = (): Promise<void> => {
    const next = running.then(async () => {
      clearTimeout(timer);
      timer = undefined;
      const taken = new Map(counted);
      counted.clear();
      const isRecorded = await recordUses(store, taken).catch(({ name }: Error) => {
        log.debug({ error: name }, 'The uses of aliases could not be recorded.');
        return false;
      });
      if (isRecorded) return;
      // Counted again, and recorded with the next ones.
      for (const [alias, use] of taken) add(alias, use);
      timer ??= setTimeout(() => void record(), interval).unref();
    });
    running = next;
    return next;
  };
  return {
    count: (alias, by) => {
      add(alias, { uses: 1, lastUsedAt: new Date(clock.now()).toISOString(), lastUsedBy: by });
      timer ??= setTimeout(() => void record(), interval).unref();
    },
    read: async (aliases) => {
      await record();
      return new Map([...(await readStored(store, aliases))].map(([alias, { use }]) => [alias, use]));
    },
    removal: async (alias) => {
      counted.delete(alias);
      return [...(await readStored(store, [alias]))].map(([id, { version }]) => ({
        kind: 'remove',
        collection: ALIAS_USES_COLLECTION.name,
        id,
        previousKeys: {},
        expectedVersion: version,
      }));
    },
    stop: async () => {
      if (counted.size === 0) return running.then(() => undefined);
      let waiting: NodeJS.Timeout | undefined;
      await Promise.race([record(), new Promise((resolve) => (waiting = setTimeout(resolve, STOP_WAIT)))]);
      clearTimeout(waiting);
      clearTimeout(timer);
    },
  };
}

/** Adds these uses to the recorded ones, which other processes may change meanwhile. False: they did each time. */
async function recordUses(store: StorePort, counted: ReadonlyMap<string, AliasUse>): Promise<boolean> {
  if (counted.size === 0) return true;
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const stored = await readStored(store, [...counted.keys()]);
    const writes = [...counted].map(([alias, more]) => toWrite(alias, stored.get(alias), more));
    if ((await store.commit({ writes })).committed) return true;
  }
  return false;
}

interface StoredUse {
  readonly version: number;
  readonly use: AliasUse;
}

async function readStored(store: StorePort, aliases: readonly string[]): Promise<ReadonlyMap<string, StoredUse>> {
  const found = aliases.length === 0 ? [] : await store.get(ALIAS_USES_COLLECTION.name, aliases);
  return new Map(
    found.flatMap((stored) => {
      if (stored === undefined) return [];
      const { _id, _version: version, use } = stored.document;
      return [[_id, { version, use: use as unknown as AliasUse }] as const];
    }),
  );
}

function toWrite(alias: string, stored: StoredUse | undefined, more: AliasUse): StoreWrite {
  const document = { _id: alias, _version: (stored?.version ?? 0) + 1, use: addUse(stored?.use, more) } as unknown as RecordDocument;
  const write = { collection: ALIAS_USES_COLLECTION.name, document, keys: {}, definitionVersion: 0 };
  return stored === undefined
    ? { kind: 'insert', ...write }
    : { kind: 'update', ...write, previousKeys: {}, expectedVersion: stored.version };
}

function addUse(before: AliasUse | undefined, more: AliasUse): AliasUse {
  if (before === undefined) return more;
  const last = before.lastUsedAt > more.lastUsedAt ? before : more;
  return { uses: before.uses + more.uses, lastUsedAt: last.lastUsedAt, lastUsedBy: last.lastUsedBy };
}

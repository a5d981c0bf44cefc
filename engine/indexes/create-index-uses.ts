import { isDeepStrictEqual } from 'node:util';
import type { CompiledModule, PlannedIndex } from '#engine/model/compiled';
import { INDEX_STATES, type IndexView } from '#engine/model/wire';
import type { ClockPort, CollectionIndexes, LogPort, StorePort } from '../ports/index.ts';
import type { DefinitionSnapshot, Registry } from '../registry/index.ts';
import { addUses, nameIndex, readRecordedUses, toWrite, type RecordedUses } from './stored-uses.ts';

const INTERVAL = 600_000;
/** Tries to record, while other processes record at the same time. */
const MAX_TRIES = 5;
/** Milliseconds that a stop waits for the last recording. */
const STOP_WAIT = 2_000;

export interface IndexUsesOptions {
  readonly store: StorePort;
  readonly registry: Pick<Registry, 'current'>;
  readonly clock: ClockPort;
  readonly log: LogPort;
  /** Milliseconds between two times at which the use is stored; default 600,000. */
  readonly interval?: number;
}

/** Records how often queries used the indexes of the modules, so that restarts and other processes do not hide a use. */
export interface IndexUses {
  /** Starts recording, every `interval` milliseconds and once at the stop. */
  start(): void;
  /** Records the uses until now, and reports all indexes of these definitions: unused ones first, and of these the ones that can be dropped. */
  report(snapshot: DefinitionSnapshot): Promise<readonly IndexView[]>;
  stop(): Promise<void>;
}

/** Creates the records of the use of indexes. Never part of a request, except of the report itself. */
export function createIndexUses(options: IndexUsesOptions): IndexUses {
  const { registry, log } = options;
  /** What this process has added of its own counters. */
  const added = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<unknown> = Promise.resolve();
  const record = (modules: readonly CompiledModule[]): Promise<Recorded> => {
    const next = running.then(() => recordUses(options, added, modules));
    running = next.catch(() => undefined);
    return next;
  };
  const recordInBackground = async (): Promise<void> => {
    // An unavailable store is reported by other callers; the counters go on.
    await record([...registry.current().modules.values()]).catch(({ name }: Error) =>
      log.debug({ error: name }, 'The use of indexes could not be recorded.'),
    );
  };
  return {
    start: () => {
      timer ??= setInterval(() => void recordInBackground(), options.interval ?? INTERVAL).unref();
    },
    report: async (snapshot) => {
      const modules = [...snapshot.modules.values()];
      const { current, recorded } = await record(modules);
      const views = modules.flatMap((module) =>
        describeModule(module, current.get(module.storage.name), recorded.get(module.storage.name)),
      );
      return views.sort(compareViews);
    },
    stop: async () => {
      if (timer === undefined) return;
      clearInterval(timer);
      let waiting: NodeJS.Timeout | undefined;
      await Promise.race([recordInBackground(), new Promise((resolve) => (waiting = setTimeout(resolve, STOP_WAIT)))]);
      clearTimeout(waiting);
    },
  };
}

/** Unused ones first; of the same state, those that can be dropped first, and of these the largest module. */
function compareViews(a: IndexView, b: IndexView): number {
  return (
    INDEX_STATES.indexOf(a.state) - INDEX_STATES.indexOf(b.state) ||
    Number(b.canDrop) - Number(a.canDrop) ||
    b.rows - a.rows ||
    (a.module < b.module ? -1 : a.module > b.module ? 1 : 0)
  );
}

function describeModule(module: CompiledModule, current: CollectionIndexes | undefined, recorded: RecordedUses | undefined): IndexView[] {
  return module.indexPlan.map((index) => describeIndex(module, index, current, recorded));
}

function describeIndex(
  { name: module, label: moduleLabel, fields }: CompiledModule,
  { keys, names, unique, rules, isRequired, isLeftOut }: PlannedIndex,
  current: CollectionIndexes | undefined,
  recorded: RecordedUses | undefined,
): IndexView {
  const isOwn = (one: { readonly keys: readonly string[] }): boolean => isDeepStrictEqual(one.keys, keys);
  const fieldLabels = names.map((name) => labelName(fields, name));
  const index = { module, moduleLabel, fields: names, fieldLabels, unique, rules, rows: current?.rows ?? 0 };
  if (isLeftOut) return { ...index, state: 'dropped', uses: null, lastUsed: null, since: null, canDrop: false };
  const use = recorded?.uses.find(isOwn);
  // What was counted before is known even if the store does not say any more.
  const isCounted = (use?.uses ?? 0) > 0 || current?.indexes.some((one) => isOwn(one) && one.uses !== null) === true;
  const uses = use === undefined || !isCounted ? null : use.uses;
  const state = uses === null ? 'unknown' : uses > 0 ? 'used' : 'unused';
  return { ...index, state, uses, lastUsed: use?.lastUsed ?? null, since: use?.since ?? null, canDrop: !isRequired };
}

/** 'Status'; 'Address: city' for a part of an address. */
function labelName(fields: CompiledModule['fields'], name: string): string {
  const field = fields.get(name);
  if (field !== undefined) return field.label;
  const [owner = '', part = ''] = name.split('.');
  return `${fields.get(owner)?.label ?? owner}: ${part}`;
}

interface Recorded {
  readonly current: ReadonlyMap<string, CollectionIndexes>;
  readonly recorded: ReadonlyMap<string, RecordedUses>;
}

/** Records the uses until now. What other processes recorded meanwhile is read again, and added to. */
async function recordUses(
  { store, clock }: IndexUsesOptions,
  added: Map<string, number>,
  modules: readonly CompiledModule[],
): Promise<Recorded> {
  const names = modules.map(({ storage }) => storage.name);
  for (let tries = 1; ; tries += 1) {
    const before = await readRecordedUses(store, names);
    const current = await store.indexUses(names);
    const now = new Date(clock.now()).toISOString();
    const after = current.map((one) => ({ one, uses: addUses(before.get(one.collection)?.uses ?? [], one, added, now) }));
    const changed = after.filter(({ one, uses }) => !isDeepStrictEqual(uses, before.get(one.collection)?.uses));
    const { committed } =
      changed.length === 0
        ? { committed: true }
        : await store.commit({ writes: changed.map(({ one, uses }) => toWrite(one.collection, before.get(one.collection), uses)) });
    if (!committed && tries < MAX_TRIES) continue;
    if (committed)
      for (const { collection, indexes } of current)
        for (const { keys, uses, counter } of indexes)
          if (counter === undefined && uses !== null) added.set(nameIndex(collection, keys), uses);
    return {
      current: new Map(current.map((one) => [one.collection, one])),
      recorded: new Map(after.map(({ one, uses }) => [one.collection, { version: 0, uses }])),
    };
  }
}

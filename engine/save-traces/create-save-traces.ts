import { allOf, MATCH_ALL, type FilterNode } from '#engine/model/filter';
import type { SaveReplayView, SaveTraceView, TraceSwitchView } from '#engine/model/wire';
import { assertAdmin, SYSTEM_ACTOR, type AccessScope, type Actor } from '../access/index.ts';
import { MusterError } from '../errors/index.ts';
import type { CipherPort, ClockPort, IdsPort, LogPort, StorePort } from '../ports/index.ts';
import { createDocumentRemoval, documentKeysOf, readStoredDocument, removeInRounds, type SaveTracer } from '../records/index.ts';
import { compareTraces } from './compare-traces.ts';
import type { SaveTraceConnections, SaveTraceOperations, SaveTraces, SaveTracesInput } from './contract.ts';
import {
  describeTrace,
  insertTrace,
  openSave,
  readEffectSteps,
  readTrace,
  summarizeTrace,
  TRACE_KEYS,
  TRACES_COLLECTION,
  type StoredTrace,
  type TraceNames,
} from './stored-trace.ts';
import { TraceSwitches, type TraceSwitch } from './trace-switches.ts';

const DAY = 86_400_000;
const DEFAULT_DAYS = 7;
const DEFAULT_LIMIT = 10_000;
/** Traces that are removed in one commit, and commits of one run. */
const ROUND = 200;
const MAX_ROUNDS = 500;

/** What traces use that exists before the records do. */
export interface SaveTraceServices {
  readonly store: StorePort;
  readonly cipher: CipherPort;
  readonly clock: ClockPort;
  readonly ids: IdsPort;
  readonly log: LogPort;
}

/** What traces use once they are connected. */
type Context = SaveTraceServices & SaveTraceConnections & { readonly switches: TraceSwitches };

/** Creates the traces of saves. Operations work once it is connected. */
export function createSaveTraces(services: SaveTraceServices): SaveTraces {
  const switches = new TraceSwitches(services);
  let connections: SaveTraceConnections | undefined;
  const context = (): Context => {
    if (connections === undefined) throw new MusterError('overloaded');
    return { ...services, ...connections, switches };
  };
  return {
    tracer: createTracer(services, switches),
    refreshTo: (version) => switches.refreshTo(version),
    operations: createOperations(context),
    connect: (made) => {
      connections = made;
    },
    jobs: [
      {
        plugin: 'muster',
        name: 'remove-old-save-traces',
        schedule: '20 * * * *',
        run: async () => ({ removed: await removeOldTraces(context()) }),
      },
    ],
  };
}

function createTracer({ store, cipher, log }: SaveTraceServices, switches: TraceSwitches): SaveTracer {
  return {
    isOn: (user) => switches.isOn(user),
    async store(traced) {
      try {
        await store.commit({ writes: [insertTrace(cipher, traced)] });
      } catch (error) {
        log.warn({ error: (error as Error).name }, 'the trace of a save was not stored');
      }
    },
  };
}

function createOperations(context: () => Context): SaveTraceOperations {
  return {
    list: (actor, input) => listTraces(context(), actor, input),
    async get(actor, id) {
      const scope = await assertAdmin(context(), actor);
      const stored = await requireTrace(context(), id);
      const view = await describe(context(), scope, stored);
      return { ...view, steps: [...view.steps, ...(await readEffectSteps(context().store, stored))] };
    },
    async remove(actor, id) {
      await assertAdmin(context(), actor);
      const found = await requireStored(context(), id);
      await context().store.commit({ writes: [createDocumentRemoval(TRACES_COLLECTION, found)] });
    },
    replay: (actor, id) => replayTrace(context(), actor, id),
    async switches(actor) {
      await assertAdmin(context(), actor);
      const found = await context().switches.list();
      const names = await readUserNames(
        context(),
        found.map(({ user }) => user),
      );
      return found.map((one) => describeSwitch(one, names));
    },
    async switchOn(actor, user) {
      await assertAdmin(context(), actor);
      const names = await readUserNames(context(), [user]);
      const name = names.get(user);
      if (name === undefined) throw new MusterError('record_not_found', { data: { module: 'users', _id: user } });
      return describeSwitch(await context().switches.switchOn(actor, user, name), names);
    },
    async switchOff(actor, user) {
      await assertAdmin(context(), actor);
      await context().switches.switchOff(actor, user, (await readUserNames(context(), [user])).get(user) ?? user);
    },
  };
}

/** Errors: `save_trace_not_found`. */
async function requireStored({ store }: Context, id: string) {
  const found = await readStoredDocument(store, TRACES_COLLECTION, id);
  if (found === undefined) throw new MusterError('save_trace_not_found');
  return found;
}

async function requireTrace(context: Context, id: string): Promise<StoredTrace> {
  return readTrace(await requireStored(context, id));
}

async function listTraces(context: Context, actor: Actor, input: SaveTracesInput): ReturnType<SaveTraceOperations['list']> {
  const { snapshot } = await assertAdmin(context, actor);
  const { user, record, outcome, module, offset, limit } = input;
  const wanted = { user, record, outcome, module: module === undefined ? undefined : snapshot.moduleNames.keyOf(module) };
  const { records, total } = await context.store.page({
    collection: TRACES_COLLECTION.name,
    filter: allOf(
      (['user', 'record', 'outcome', 'module'] as const).flatMap((name): FilterNode[] => {
        const value = wanted[name];
        return value === undefined ? [] : [{ kind: 'equals', key: TRACE_KEYS[name], values: [value] }];
      }),
    ),
    sort: [{ kind: 'key', key: TRACE_KEYS.at, descending: true }],
    ...{ offset, limit },
  });
  const found = records.map(({ document }) => readTrace(document));
  const names = await readUserNames(
    context,
    found.flatMap(({ user: id }) => id ?? []),
  );
  return { data: found.map((stored) => summarizeTrace(stored, namesOf(snapshot, stored, names))), total };
}

async function describe(context: Context, { snapshot }: AccessScope, stored: StoredTrace): Promise<SaveTraceView> {
  const names = await readUserNames(context, stored.user === undefined ? [] : [stored.user]);
  return describeTrace(stored, namesOf(snapshot, stored, names));
}

function namesOf({ moduleNames }: AccessScope['snapshot'], { user, module }: StoredTrace, names: ReadonlyMap<string, string>): TraceNames {
  return { userName: names.get(user ?? '') ?? '', module: moduleNames.ofKey(module) };
}

/** Names of users, by id; those that there are not are missing. */
async function readUserNames({ records }: Context, users: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (users.length === 0) return new Map();
  const links = [...new Set(users)].map((id) => ({ module: 'users', id }));
  const found = await records.names(SYSTEM_ACTOR, links);
  return new Map([...found.values()].flatMap(({ _id, name }) => (name === undefined ? [] : [[_id, name] as const])));
}

function describeSwitch({ user, until }: TraceSwitch, names: ReadonlyMap<string, string>): TraceSwitchView {
  return { user, userName: names.get(user) ?? '', until: new Date(until).toISOString() };
}

async function replayTrace(context: Context, actor: Actor, id: string): Promise<SaveReplayView> {
  const scope = await assertAdmin(context, actor);
  const stored = await requireTrace(context, id);
  const save = openSave(context.cipher, stored);
  if (save === undefined) throw new MusterError('save_trace_not_replayable');
  const old = await describe(context, scope, stored);
  // The module may have another name now.
  const replayed = await context.replay({ ...save, module: old.module });
  return { old, replayed, differences: compareTraces(old, replayed) };
}

/** Removes traces that are too old, and the oldest of those that are too many. */
async function removeOldTraces({ store, access, clock }: Context): Promise<number> {
  const { settings } = (await access.scope(SYSTEM_ACTOR)).snapshot;
  const read = (key: string, otherwise: number): number => {
    const value = settings.get(key)?.setting;
    return typeof value === 'number' && value > 0 ? value : otherwise;
  };
  const newest = { kind: 'key', key: TRACE_KEYS.at, descending: true } as const;
  const [first] = await store.find({
    ...{ collection: TRACES_COLLECTION.name, filter: MATCH_ALL, sort: [newest] },
    ...{ offset: read('save_trace_limit', DEFAULT_LIMIT), limit: 1 },
  });
  const oldest = clock.now() - read('save_trace_days', DEFAULT_DAYS) * DAY;
  const tooMany = first === undefined ? 0 : readTrace(first.document).at + 1;
  return removeInRounds(store, {
    collection: TRACES_COLLECTION.name,
    filter: { kind: 'range', key: TRACE_KEYS.at, lt: Math.max(oldest, tooMany) },
    keysOf: (document) => documentKeysOf(TRACES_COLLECTION, document),
    round: ROUND,
    maxRounds: MAX_ROUNDS,
  });
}

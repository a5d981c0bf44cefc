import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { createAccess, SYSTEM_ACTOR, type Access, type Actor } from '../../../engine/access/index.ts';
import type { ClockPort, IdsPort, LogPort, CipherPort, StorePort } from '../../../engine/ports/index.ts';
import { createUsZips } from '../../../engine/adapters/us-zips/index.ts';
import { createAesCipher } from '../../../engine/adapters/aes-cipher/index.ts';
import {
  createRecordOperations,
  NO_HOOKS,
  RECORD_COLLECTIONS,
  type HookRegistry,
  type RecordOperations,
} from '../../../engine/records/index.ts';
import { createRegistry, type Registry } from '../../../engine/registry/index.ts';
import { GLOBAL_TEAM_ID } from '#engine/model/definitions';
import type { JsonObject } from '#engine/model/values';

/** Opens an empty store. */
export type MakeStore = () => Promise<StorePort>;

/** A small product: definitions of `tests/fixtures/practice`, users with several roles and teams, and the operations. */
export interface RecordsEnvironment {
  readonly store: StorePort;
  readonly registry: Registry;
  readonly access: Access;
  readonly records: RecordOperations;
  /** Sets hooks after the environment was created. */
  readonly setHooks: (hooks: Partial<HookRegistry>) => void;
  readonly clock: ClockPort;
  /** Advances the clock. */
  readonly advance: (milliseconds: number) => void;
  /** Creates a record as the product. */
  readonly seed: (module: string, fields: JsonObject) => Promise<string>;
  readonly north: string;
  readonly south: string;
  readonly people: { readonly [name in PersonName]: Actor & { readonly userId: string } };
  readonly close: () => Promise<void>;
}

type PersonName = 'admin' | 'ann' | 'bob' | 'cal' | 'dora' | 'eve' | 'pat' | 'ina';

const FOLDER = path.join(import.meta.dirname, '../../fixtures/practice');
/** Encrypts the sensitive values of test environments. */
export const TEST_SECRET = 'a-secret-of-tests-that-is-long-enough-0123456789';
const QUIET: LogPort = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

/** Ids in time order, also within one millisecond. */
function createTestIds(clock: ClockPort): IdsPort {
  let last = 0;
  let count = 0;
  return {
    next() {
      const now = Math.max(clock.now(), last);
      count = now === last ? count + 1 : 0;
      last = now;
      const hex = randomBytes(10).toString('hex');
      const time = now.toString(16).padStart(12, '0');
      return `${time.slice(0, 8)}-${time.slice(8)}-7${count.toString(16).padStart(3, '0')}-8${hex.slice(0, 3)}-${hex.slice(3, 15)}`;
    },
  };
}

/** The engine on a store, as in one process. */
export interface Engine {
  readonly registry: Registry;
  readonly access: Access;
  readonly records: RecordOperations;
}

/** Starts the engine on a new or existing store. */
export async function startEngine(
  store: StorePort,
  hooks: HookRegistry = NO_HOOKS,
  clock: ClockPort = { now: () => Date.now() },
  cipher: CipherPort = createAesCipher({ secret: TEST_SECRET }),
): Promise<Engine> {
  const ids = createTestIds(clock);
  await store.applySchemas(RECORD_COLLECTIONS);
  const registry = await createRegistry({ store, folders: [FOLDER], log: QUIET, clock, ids });
  const access = createAccess({ store, registry, clock });
  return {
    registry,
    access,
    records: createRecordOperations({ store, cipher, geocoder: createUsZips(), access, hooks, clock, ids, log: QUIET }),
  };
}

export async function createRecordsEnvironment(makeStore: MakeStore): Promise<RecordsEnvironment> {
  const store = await makeStore();
  let now = Date.UTC(2026, 2, 10, 15);
  const clock: ClockPort = { now: () => (now += 1) };
  let hooks: HookRegistry = NO_HOOKS;
  const live: HookRegistry = {
    preSave: (module) => hooks.preSave(module),
    inTransaction: (module) => hooks.inTransaction(module),
    onMerge: (module) => hooks.onMerge(module),
    postSave: (module) => hooks.postSave(module),
    assertAvailable: (module) => hooks.assertAvailable(module),
  };
  const { registry, access, records } = await startEngine(store, live, clock);
  const seed = async (module: string, fields: JsonObject): Promise<string> =>
    (await records.create(SYSTEM_ACTOR, { module, fields })).record._id;
  await seed('teams', { _id: GLOBAL_TEAM_ID, name: 'Global' });
  const north = await seed('teams', { name: 'North' });
  const south = await seed('teams', { name: 'South' });
  const person = async (name: string, fields: JsonObject): Promise<Actor & { readonly userId: string }> => {
    const userId = await seed('users', { email: `${name}@practice.example`, first_name: name, last_name: 'Person', ...fields });
    return { kind: 'user', userId };
  };
  const people = {
    admin: await person('admin', { userType: 'System Admin' }),
    ann: await person('ann', { roles: ['role_worker'], teams: [north] }),
    bob: await person('bob', { roles: ['role_worker', 'role_clerk'], teams: [south] }),
    cal: await person('cal', { roles: ['role_clerk'], teams: [north] }),
    dora: await person('dora', { roles: ['role_auditor'], teams: [north] }),
    eve: await person('eve', {}),
    pat: await person('pat', { userType: 'Provider', roles: ['role_provider'] }),
    ina: await person('ina', { roles: ['role_worker'], teams: [north], active: false }),
  };
  return {
    store,
    registry,
    access,
    records,
    clock,
    seed,
    north,
    south,
    people,
    setHooks: (partial) => {
      hooks = { ...NO_HOOKS, ...partial };
    },
    advance: (milliseconds) => {
      now += milliseconds;
    },
    close: () => store.close(),
  };
}

/** The code of the error that a call throws, or 'no error'. */
export async function codeOf(call: Promise<unknown>): Promise<string> {
  try {
    await call;
    return 'no error';
  } catch (error) {
    if (typeof error === 'object' && error !== null && 'code' in error) return String(error.code);
    throw error;
  }
}

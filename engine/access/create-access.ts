import type { ClockPort, StorePort, StoreVersions } from '../ports/index.ts';
import type { DefinitionSnapshot, Registry } from '../registry/index.ts';
import { loadAccessSubject } from './access-subject.ts';
import { narrowRights, createRights, SYSTEM_RIGHTS } from './create-rights.ts';
import type { Rights } from './rights.ts';

/**
 * Who performs an operation. It is passed to every operation and stored in every audit entry. `system` is the product
 * itself (migration, seed, sign-in bookkeeping) and passes every check; all others act within the rights of `userId`.
 */
export interface Actor {
  /** 'system' is the product itself; all others act with the rights of `userId`. */
  readonly kind: 'user' | 'plugin' | 'workflow' | 'job' | 'system';
  /** The user whose rights apply; absent only for `system`. */
  readonly userId?: string;
  /** The user who impersonates `userId`, if any. */
  readonly impersonatorId?: string;
  /** Name of the plugin, workflow or job, or of the API token that the user's program authenticates with. */
  readonly name?: string;
  /** The scopes of that API token, which narrow the user's rights. They do not narrow what a plugin does in response to a save. */
  readonly scopes?: readonly string[] | undefined;
}

/** The product itself, which passes every check: for seeds, migrations and jobs without a user. */
export const SYSTEM_ACTOR: Actor = { kind: 'system' };

/** The definitions and rights under which one request runs. */
export interface AccessScope {
  readonly actor: Actor;
  readonly snapshot: DefinitionSnapshot;
  readonly rights: Rights;
}

/** Evaluates rights under the current definitions, roles and teams. */
export interface Access {
  /**
   * Returns the current definitions and the actor's rights. Checks both versions in the store first, so a change that
   * any process committed before the call is visible. An unknown, inactive or deleted user has no rights.
   */
  scope(actor: Actor): Promise<AccessScope>;
  /**
   * Returns the actor for one request that has just read both versions from the store: the first `scope` of it uses them
   * and does not read them again, all later ones do.
   */
  beginRequest(actor: Actor, versions: StoreVersions): Actor;
  /** The rights of a user under the current definitions, for explaining them to a System Admin. */
  rightsOf(userId: string): Promise<Rights>;
}

export interface AccessOptions {
  readonly store: StorePort;
  readonly registry: Registry;
  readonly clock: ClockPort;
  /** Called with the rights version by each call of `scope`, to update other caches that depend on it. A returned promise is awaited. */
  readonly onRightsVersion?: (version: number) => Promise<void> | undefined;
}

const MAX_CACHED_USERS = 5000;

/**
 * The actor of one request, with the versions that the request has read. They are a private field, so that an audit entry
 * or another thread gets the actor only. A `WeakMap` would cost every garbage collection a walk over it.
 */
class RequestActor implements Actor {
  declare readonly kind: Actor['kind'];
  declare readonly userId?: string;
  declare readonly impersonatorId?: string;
  declare readonly scopes?: Actor['scopes'];
  #versions: StoreVersions | undefined;

  constructor(actor: Actor, versions: StoreVersions) {
    Object.assign(this, actor);
    this.#versions = versions;
  }

  takeVersions(): StoreVersions | undefined {
    const versions = this.#versions;
    this.#versions = undefined;
    return versions;
  }
}

/** Creates the evaluator. Rights are cached per user until the version of the rights or definitions changes. */
export function createAccess({ store, registry, clock, onRightsVersion }: AccessOptions): Access {
  let cached = new Map<string, Promise<Rights> | Rights>();
  let cachedVersion = '';

  const load = (userId: string, snapshot: DefinitionSnapshot): Promise<Rights> => {
    const mine = cached;
    const loading = loadAccessSubject(store, snapshot, userId).then((person) => createRights(person, snapshot, clock));
    mine.set(userId, loading);
    loading.then(
      (rights) => mine.set(userId, rights),
      () => mine.delete(userId),
    );
    return loading;
  };

  const find = (userId: string, snapshot: DefinitionSnapshot, rightsVersion: number): Promise<Rights> | Rights => {
    const version = `${rightsVersion}/${snapshot.version}`;
    if (version !== cachedVersion || cached.size > MAX_CACHED_USERS) {
      cached = new Map();
      cachedVersion = version;
    }
    return cached.get(userId) ?? load(userId, snapshot);
  };

  const scope = async (actor: Actor): Promise<AccessScope> => {
    const known = actor instanceof RequestActor ? actor.takeVersions() : undefined;
    const versions = known ?? (await store.versions());
    const followed = onRightsVersion?.(versions.rights);
    if (followed !== undefined) await followed;
    let snapshot = registry.current();
    if (snapshot.version !== versions.definitions) snapshot = await registry.refresh(versions.definitions);
    if (actor.kind === 'system') return { actor, snapshot, rights: SYSTEM_RIGHTS };
    const found = find(actor.userId ?? '', snapshot, versions.rights);
    const rights = found instanceof Promise ? await found : found;
    return { actor, snapshot, rights: actor.scopes === undefined ? rights : narrowRights(rights, actor.scopes, snapshot) };
  };

  const beginRequest = (actor: Actor, versions: StoreVersions): Actor => new RequestActor(actor, versions);

  return { scope, beginRequest, rightsOf: async (userId) => (await scope({ kind: 'user', userId })).rights };
}

import { MATCH_ALL } from '#engine/model/filter';
import type { StorePort } from '../ports/index.ts';
import type { ModuleNameDirectory } from '../registry/index.ts';
import { WEBHOOKS, WEBHOOK_HEALTH, readHealth, readWebhook, type StoredWebhook } from './stored-webhook.ts';

/** Maximum number of webhooks. */
export const MAX_WEBHOOKS = 50;

/** The webhooks that receive saves, cached in memory: a save of a module without webhooks costs one map access. */
export interface WebhookCache {
  /**
   * Loads the webhooks of this version of rights (every change of a webhook raises it). Undefined: the cache is up to date. Errors: of the
   * store.
   */
  readonly refreshTo: (rightsVersion: number) => Promise<void> | undefined;
  /** Reads the version from the store first. */
  readonly refresh: () => Promise<void>;
  /** Webhooks that are active and not paused. */
  active(): readonly StoredWebhook[];
  /** Active webhooks that subscribe to a module. */
  subscribedTo(module: string): readonly StoredWebhook[];
}

const NONE: readonly StoredWebhook[] = [];

/** Creates the cache; webhooks name modules as keys do, so that they stay those of a module that is renamed. */
export function createWebhookCache(store: StorePort, moduleNames: () => Pick<ModuleNameDirectory, 'keyOf'>): WebhookCache {
  let loadedVersion = -1;
  let active = NONE;
  let byModule = new Map<string, readonly StoredWebhook[]>();
  let loading: { readonly version: number; readonly done: Promise<void> } | undefined;

  const load = async (version: number): Promise<void> => {
    const found = await readActive(store);
    // A later load has already finished.
    if (version < loadedVersion) return;
    loadedVersion = version;
    active = found;
    byModule = new Map();
  };
  const refreshTo = (version: number): Promise<void> | undefined => {
    if (version <= loadedVersion) return undefined;
    if (loading?.version !== version) {
      const mine = {
        version,
        done: load(version).finally(() => {
          if (loading === mine) loading = undefined;
        }),
      };
      loading = mine;
    }
    return loading.done;
  };
  return {
    refreshTo,
    refresh: async () => refreshTo((await store.versions()).rights),
    active: () => active,
    subscribedTo(module) {
      if (active.length === 0) return NONE;
      const key = moduleNames().keyOf(module);
      let found = byModule.get(key);
      if (found === undefined) byModule.set(key, (found = active.filter(({ modules }) => modules.length === 0 || modules.includes(key))));
      return found;
    },
  };
}

async function readActive(store: StorePort): Promise<readonly StoredWebhook[]> {
  const all = await readWebhooks(store);
  if (all.length === 0) return NONE;
  const health = await store.get(
    WEBHOOK_HEALTH.name,
    all.map(({ _id }) => _id),
  );
  return all.filter(({ active }, index) => {
    const state = health[index];
    return active && (state === undefined || readHealth(state.document).pausedAt === null);
  });
}

/** All webhooks. */
export async function readWebhooks(store: StorePort): Promise<readonly StoredWebhook[]> {
  const found = await store.find({ collection: WEBHOOKS.name, filter: MATCH_ALL, sort: [], limit: MAX_WEBHOOKS });
  return found.map(({ document }) => readWebhook(document));
}

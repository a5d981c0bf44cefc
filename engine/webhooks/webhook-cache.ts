import { MATCH_ALL } from '#engine/model';
import type { StorePort } from '../ports/index.ts';
import { WEBHOOKS, WEBHOOK_HEALTH } from './collections.ts';
import { readHealth, readWebhook, type StoredWebhook } from './stored-webhook.ts';

/** Webhooks that there can be. */
export const MAX_WEBHOOKS = 50;

/** The webhooks to be told of saves, in memory: a save of a module that none listens to costs a look into a map. */
export interface WebhookCache {
  /**
   * Brings it up to what stood when the version of rights was this, for every change of a webhook raises it. Undefined:
   * there is nothing to wait for. Errors: of the store.
   */
  readonly refreshTo: (rightsVersion: number) => Promise<void> | undefined;
  /** Asks the store for its version first. */
  readonly refresh: () => Promise<void>;
  /** Those that are active and not paused. */
  active(): readonly StoredWebhook[];
  /** Those of them that are told of a module. */
  subscribedTo(module: string): readonly StoredWebhook[];
}

const NONE: readonly StoredWebhook[] = [];

export function createWebhookCache(store: StorePort): WebhookCache {
  let loadedVersion = -1;
  let active = NONE;
  let byModule = new Map<string, readonly StoredWebhook[]>();
  let loading: { readonly version: number; readonly done: Promise<void> } | undefined;

  const load = async (version: number): Promise<void> => {
    const found = await readActive(store);
    // What was read later holds more.
    if (version < loadedVersion) return;
    loadedVersion = version;
    active = found;
    byModule = new Map();
  };
  const refreshTo = (version: number): Promise<void> | undefined => {
    if (version <= loadedVersion) return undefined;
    if (loading?.version !== version) {
      const mine = { version, done: load(version).finally(() => { if (loading === mine) loading = undefined; }) };
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
      let found = byModule.get(module);
      if (found === undefined) byModule.set(module, (found = active.filter(({ modules }) => modules.length === 0 || modules.includes(module))));
      return found;
    },
  };
}

async function readActive(store: StorePort): Promise<readonly StoredWebhook[]> {
  const all = await readWebhooks(store);
  if (all.length === 0) return NONE;
  const health = await store.get(WEBHOOK_HEALTH.name, all.map(({ _id }) => _id));
  return all.filter(({ active }, index) => {
    const state = health[index];
    return active && (state === undefined || readHealth(state.document).pausedAt === null);
  });
}

/** All there are. */
export async function readWebhooks(store: StorePort): Promise<readonly StoredWebhook[]> {
  const found = await store.find({ collection: WEBHOOKS.name, filter: MATCH_ALL, sort: [], limit: MAX_WEBHOOKS });
  return found.map(({ document }) => readWebhook(document));
}

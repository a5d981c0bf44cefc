import type { Actor } from '../../access/index.ts';
import type { WriteOptions } from '../contract.ts';
import type { RecordServices } from '../record-services.ts';
import { CHANGE_KEYS, CHANGES_COLLECTION } from '../collections.ts';
import type { ChangeEntry } from '../history/change-entry.ts';
import { assertNoCycle } from './hook-chain.ts';
import type { WriteContext } from './save-request.ts';

const BATCH_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Begins a write: loads the current rights, and finds or creates its batch. */
export async function beginWrite(services: RecordServices, actor: Actor, options: WriteOptions): Promise<WriteContext> {
  assertNoCycle(options.chain ?? []);
  const scope = await services.access.scope(actor);
  const batchId = options.batchId === undefined ? services.ids.next() : await resolveBatchId(services, actor, options.batchId);
  return {
    services,
    scope,
    batchId,
    allowDuplicates: options.allowDuplicates === true,
    changeSource: options.changeSource ?? 'direct record',
    quiet: options.quiet === true,
    chain: options.chain ?? [],
  };
}

/** The given batch if it belongs to the actor or does not exist yet, else a new one. */
async function resolveBatchId(services: RecordServices, actor: Actor, batchId: string): Promise<string> {
  if (actor.kind === 'system') return batchId;
  if (!BATCH_ID.test(batchId)) return services.ids.next();
  const [first] = await services.store.find({
    collection: CHANGES_COLLECTION.name,
    filter: { kind: 'equals', key: CHANGE_KEYS.batch, values: [batchId] },
    sort: [],
    limit: 1,
  });
  const owner = (first?.document as unknown as ChangeEntry | undefined)?.actor;
  return owner === undefined || owner.userId === actor.userId ? batchId : services.ids.next();
}

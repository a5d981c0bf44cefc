import type { TraceResult } from '#engine/model/wire';
import type { StorePort } from '../../ports/index.ts';
import { SYSTEM_ACTOR } from '../../access/index.ts';
import { createDryRunStore } from '../bulk/dry-run-store.ts';
import { findModule } from '../access/record-access.ts';
import type { RecordOptions, RecordServices } from '../record-services.ts';
import { saveOne } from '../save/save-record.ts';
import { beginWrite } from '../save/write-context.ts';
import type { SaveToReplay } from './trace-contract.ts';
import { recordWrite } from './trace-save.ts';

/** A store that writes nothing, and has one record as it was before the save; one that the save created does not exist. */
export function createReplayStore({ store, access }: Pick<RecordOptions, 'store' | 'access'>, save: SaveToReplay): StorePort {
  const readSnapshot = async () => (await access.scope(SYSTEM_ACTOR)).snapshot;
  const dry = createDryRunStore(store, readSnapshot);
  const { before, definitionVersion } = save;
  const get: StorePort['get'] = async (collection, ids) => {
    const found = await dry.get(collection, ids);
    if (!ids.includes(save.id) || (await readSnapshot()).module(save.module)?.storage.name !== collection) return found;
    return found.map((stored, index) => {
      if (ids[index] !== save.id) return stored;
      return before === null ? undefined : { document: before, definitionVersion };
    });
  };
  return new Proxy(dry, { get: (target, name) => (name === 'get' ? get : (Reflect.get(target, name) as unknown)) });
}

/** Runs the save again on services whose store writes nothing. */
export async function replayOn(services: RecordServices, save: SaveToReplay): Promise<TraceResult> {
  const { kind, id, fields, expectedVersion, runHooksIfUnchanged, allowDuplicates, changeSource, actor } = save;
  const context = await beginWrite(services, actor, { allowDuplicates, changeSource });
  const module = findModule(context.scope, save.module);
  const requested = { kind, module, id, fields, expectedVersion, runHooksIfUnchanged };
  const { result, written } = await recordWrite(context, (used) => saveOne(used, undefined, requested)).end;
  await written.catch(() => undefined);
  return result;
}

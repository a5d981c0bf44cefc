import { SYSTEM_ACTOR, type Actor } from '../../access/index.ts';
import { MusterError } from '../../errors/index.ts';
import type { ClockPort, IdsPort, LogPort, CipherPort, StorePort } from '../../ports/index.ts';
import {
  isBulkLoad,
  formatHookName,
  decryptChange,
  decodeRecord,
  withCurrentModule,
  type ChangeEntry,
  type PostSaveContext,
  type RecordOperations,
} from '../../records/index.ts';
import type { DefinitionSnapshot, Registry } from '../../registry/index.ts';

/** The dependencies of an effect's context. */
export interface EffectContextServices {
  readonly store: Pick<StorePort, 'get'>;
  readonly cipher: CipherPort;
  readonly registry: Registry;
  readonly records: RecordOperations;
  /** Sends a user their invite; the same key sends the same one. */
  readonly invite: (input: { readonly userId: string; readonly key: string }) => Promise<void>;
  readonly publicUrl: string;
  readonly clock: ClockPort;
  readonly ids: IdsPort;
  readonly log: LogPort;
}

/** Makes the context of a plugin's post-save hook: the save as it was stored, and the current record. Errors: `module_not_found`. */
export async function makeEffectContext(
  services: EffectContextServices,
  written: ChangeEntry,
  hook: { readonly plugin: string; readonly name: string },
): Promise<PostSaveContext> {
  const { store, cipher, registry, records, invite, publicUrl, clock, ids, log } = services;
  const snapshot: DefinitionSnapshot = registry.current();
  const entry = withCurrentModule(snapshot, written);
  const module = snapshot.modules.get(entry.module);
  if (!module) throw new MusterError('module_not_found');
  const chain = [...(entry.chain ?? []), formatHookName(hook, 'postSave', entry.module)];
  const [stored] = await store.get(module.storage.name, [entry.record_id]);
  const allowDuplicates = entry.allow_duplicates === true;
  return {
    actor: entry.actor,
    clock,
    ids,
    log,
    records,
    chain,
    setting: (key) => snapshot.settings.get(key)?.setting as ReturnType<PostSaveContext['setting']>,
    record: stored && decodeRecord({ cipher }, { snapshot }, module, stored),
    event: {
      kind: entry.kind,
      module,
      id: entry.record_id,
      before: decryptChange(cipher, module, entry).before_record,
      actor: entry.actor,
      batchId: entry.batch_id,
      allowDuplicates,
      isBulkLoad: isBulkLoad(entry.actor, allowDuplicates),
      changedFields: entry.changed,
      changeId: entry._id,
      at: entry.at,
      version: entry.version,
      mergedInto: entry.merged_into,
      workflows: entry.workflows,
    },
    isLatest: (field) => isLatest(records, entry, field),
    createOnce: (input) => createOnce(records, { entry, chain }, { ...entry.actor, kind: 'system', name: hook.plugin }, input),
    publicUrl,
    invite: (userId) => invite({ userId, key: entry._id }),
  };
}

/**
 * Finds the last change of a field in the audit log, to tell it from earlier ones and from an undo. A create has no audit entries per
 * field.
 */
async function isLatest(records: RecordOperations, entry: ChangeEntry, field: string): Promise<boolean> {
  const {
    data: [last],
  } = await records.audit(SYSTEM_ACTOR, { module: entry.module, recordId: entry.record_id, filter: { field }, limit: 1 });
  if (last === undefined) return entry.kind === 'create';
  return entry.kind === 'update' && last.batch_id === entry.batch_id && last.changeSource !== 'undo';
}

async function createOnce(
  records: RecordOperations,
  { entry, chain }: { readonly entry: ChangeEntry; readonly chain: readonly string[] },
  actor: Actor,
  input: Parameters<PostSaveContext['createOnce']>[0],
): Promise<string | undefined> {
  const { module, purpose, fields, unless } = input;
  if (unless !== undefined) {
    const { data } = await records.find(actor, { module, filter: unless, limit: 1 });
    if (data.length > 0) return undefined;
  }
  const idempotency = {
    key: entry.batch_id,
    path: `${actor.name ?? ''}/${entry.module}/${entry.record_id}/${purpose}`,
    bodyDigest: purpose,
  };
  const { record } = await records.create(actor, { module, batchId: entry.batch_id, idempotency, chain, fields });
  return record._id;
}

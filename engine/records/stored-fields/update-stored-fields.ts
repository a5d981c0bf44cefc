import { SYSTEM_ACTOR, type Access, type AccessScope } from '../../access/index.ts';
import type { CipherPort, ClockPort, IdsPort, StorePort, StoredRecord } from '../../ports/index.ts';
import type { StoredFieldChanges } from '../../registry/index.ts';
import { makeKeys } from '#engine/model/keys';
import type { CollectionSchema, CompiledModule } from '#engine/model/compiled';
import type { FilterNode } from '#engine/model/filter';
import { toText, type RecordDocument, type RecordDraft } from '#engine/model/values';
import { MASK } from '../access/access-plan.ts';
import { markCalculated } from '../calculations/edited-version.ts';
import { FILE_LINKS_COLLECTION } from '../attachments/file-entries.ts';
import { updateSystemDocument } from '../documents/stored-document.ts';
import { createAuditWrite, createRecordAuditRow, type ValueChange } from '../history/audit-entry.ts';
import { commitRound, ROUND } from '../save/commit-round.ts';
import type { UnitOfWorkBuilder } from '../save/unit-of-work-builder.ts';
import { endFileLink, findFilePlace } from './end-file-link.ts';

/**
 * One document per module with fields that were removed or became active again: the version of the definitions up to which its
 * records are updated (`done`), and while they are, the version (`target`) and the id of the last one (`after`).
 */
export const STORED_FIELDS_COLLECTION: CollectionSchema = { name: '_stored_fields', keys: [], indexes: [], contains: [] };

/** What the update needs. */
export interface StoredFieldsServices {
  readonly store: StorePort;
  readonly cipher: CipherPort;
  readonly access: Access;
  readonly clock: ClockPort;
  readonly ids: IdsPort;
}

/** How far the update of a module is, and a signal that interrupts it between two rounds. */
export interface StoredFieldsProgress {
  readonly signal: AbortSignal;
  readonly report: (progress: { readonly module: string; readonly records: number }) => Promise<void>;
}

/** A module whose records are updated. */
interface ModuleUpdate {
  readonly services: StoredFieldsServices;
  readonly scope: AccessScope;
  readonly module: CompiledModule;
  readonly changes: StoredFieldChanges;
}

/**
 * Removes the values of fields that were removed for good from stored records, with their keys and the links of their files,
 * and adds the keys of fields that are active again. Values of fields that got another type are stored in their new form; the history has
 * those that a conversion removed. These records get a new version. An interrupted update continues where it
 * stopped. Returns the number of records written. Errors: of the store, and the reason of the signal.
 */
export async function updateStoredFields(services: StoredFieldsServices, progress: StoredFieldsProgress): Promise<number> {
  const scope = await services.access.scope(SYSTEM_ACTOR);
  let written = 0;
  for (const module of scope.snapshot.modules.values()) {
    const changes = scope.snapshot.storedFieldChanges(module.id);
    if (changes !== undefined) written += await updateModule({ services, scope, module, changes }, progress);
  }
  return written;
}

async function updateModule(update: ModuleUpdate, { signal, report }: StoredFieldsProgress): Promise<number> {
  const { services, module, changes } = update;
  const [stored] = await services.store.get(STORED_FIELDS_COLLECTION.name, [module.id]);
  if (Number(stored?.document['done'] ?? 0) >= changes.version) return 0;
  const isSame = stored?.document['target'] === changes.version;
  let after = isSame ? (stored.document['after'] as string | undefined) : undefined;
  let written = 0;
  for (let records = 0; ; ) {
    signal.throwIfAborted();
    const filter: FilterNode = after === undefined ? { kind: 'constant', value: true } : { kind: 'idRange', gt: after };
    const ids = await services.store.findIds({ collection: module.storage.name, filter, sort: [], limit: ROUND });
    const rewritten = await updateRound(update, ids);
    // The next run continues here.
    if (rewritten === undefined) return written;
    written += rewritten;
    records += ids.length;
    after = ids.at(-1);
    if (after === undefined || ids.length < ROUND) break;
    await saveState(update, { target: changes.version, after });
    await report({ module: module.name, records });
  }
  await services.store.applySchemas([{ ...module.storage, removed: changes.removed }]);
  await saveState(update, { done: changes.version });
  return written;
}

function saveState({ services, module }: ModuleUpdate, document: { readonly [name: string]: number | string }): Promise<void> {
  return updateSystemDocument(services.store, STORED_FIELDS_COLLECTION.name, module.id, () => ({ document, keys: {}, previousKeys: {} }));
}

/** Returns undefined if the round conflicted with other saves each time. */
function updateRound(update: ModuleUpdate, ids: readonly string[]): Promise<number | undefined> {
  const { services, scope, module } = update;
  return commitRound(services, scope, async (unit) => {
    let written = 0;
    for (const stored of await services.store.get(module.storage.name, ids))
      if (stored !== undefined && (await updateRecord(update, unit, stored))) written += 1;
    return written;
  });
}

/** Adds the write of a record that has a value of a removed field, or lacks the keys of a field that is active again. */
async function updateRecord(update: ModuleUpdate, unit: UnitOfWorkBuilder, stored: StoredRecord): Promise<boolean> {
  const { scope, module, changes } = update;
  const id = stored.document._id;
  if (stored.definitionVersion >= changes.version) return false;
  const removed = Object.keys(stored.document).flatMap((name) => {
    const fate = scope.snapshot.traceField(module.id, name, stored.definitionVersion);
    return 'removed' in fate && fate.storedId !== undefined ? [{ name, storedId: fate.storedId }] : [];
  });
  const restored = changes.restored.filter(({ version }) => stored.definitionVersion < version).map(({ name }) => name);
  const [record] = removed.length + restored.length === 0 ? [] : await unit.load(module, [id]);
  if (record === undefined || record.document._version !== stored.document._version) return false;
  const { document } = record;
  const lost = listLost(update, stored, document, restored);
  if (removed.length + lost.length === 0 && !restored.some((name) => document[name] !== undefined)) return false;
  addLossesToHistory(update, unit, document, lost);
  for (const { name, storedId } of removed) await releaseFile(update, unit, { id, storedId, path: stored.document[name] });
  const keys = makeKeys(module, document);
  // A conversion wrote the keys before: the store must know what it has.
  const absent = changes.restored.filter(({ version, since = version }) => stored.definitionVersion < since);
  const missing = new Set(absent.flatMap(({ name }) => module.fields.get(name)?.keys.map((key) => key.id) ?? []));
  const previous = Object.fromEntries(Object.entries(keys).filter(([key]) => !missing.has(key)));
  // Nobody edits the record: a form that is open does not conflict with it.
  const draft: RecordDraft = { ...document };
  markCalculated(draft, { before: document, isCalculation: true, isWritten: false });
  unit.update(module, { document, keys: previous }, { ...draft, _id: id, _version: unit.nextVersion(module, document) }, keys);
  return true;
}

/** The values of a stored record that a conversion removed. */
function listLost(
  { scope, module }: ModuleUpdate,
  { document: stored, definitionVersion }: StoredRecord,
  document: RecordDocument,
  restored: readonly string[],
): readonly ValueChange[] {
  return Object.entries(stored).flatMap(([name, before]) => {
    const fate = scope.snapshot.traceField(module.id, name, definitionVersion);
    const isLost = 'name' in fate && restored.includes(fate.name) && before !== null && document[fate.name] === undefined;
    const isSensitive = 'name' in fate && module.fields.get(fate.name)?.definition.sensitive === true;
    return isLost ? [{ field: fate.name, before: isSensitive ? MASK : before, after: null }] : [];
  });
}

function addLossesToHistory(
  { services, scope, module }: ModuleUpdate,
  unit: UnitOfWorkBuilder,
  document: RecordDocument,
  changes: readonly ValueChange[],
): void {
  if (changes.length === 0) return;
  const now = services.clock.now();
  const row = createRecordAuditRow(
    {
      _id: services.ids.next(),
      at: new Date(now).toISOString(),
      batchId: services.ids.next(),
      changeSource: 'type conversion',
      actor: SYSTEM_ACTOR,
      definitionVersion: scope.snapshot.version,
    },
    module,
    document._id,
    { name: toText(document[module.nameField]), changes },
  );
  unit.addWrite(createAuditWrite(row, now));
}

/** The file of a removed field is no longer needed: nothing shows it, and no undo restores it. */
async function releaseFile(
  { services, module }: ModuleUpdate,
  unit: UnitOfWorkBuilder,
  { id, storedId, path }: { readonly id: string; readonly storedId: string; readonly path: unknown },
): Promise<void> {
  const place = findFilePlace(path, { module: module.id, record: id, field: storedId });
  if (place === undefined) return;
  const stored = await unit.systemDocuments.load(FILE_LINKS_COLLECTION.name, place.linkId);
  if (stored === undefined) return;
  const { document, keys, previousKeys } = endFileLink(place, stored, services.clock.now());
  unit.systemDocuments.put(FILE_LINKS_COLLECTION.name, place.linkId, document, keys, { document: stored, keys: previousKeys });
}

import type { AccessScope } from '../../access/index.ts';
import type { CompiledModule } from '#engine/model/compiled';
import type { JsonValue, RecordDocument } from '#engine/model/values';
import { decodeRecord, decryptChange } from '../encryption/encrypt-record.ts';
import type { SaveKind } from '../hooks.ts';
import type { ReadServices } from '../record-services.ts';
import { withCurrentModule, type ChangeEntry } from './change-entry.ts';

/** The change of a record by one save, or by several consecutive ones. */
export interface CommittedChange {
  readonly module: CompiledModule;
  readonly id: string;
  readonly kind: SaveKind;
  /** Current version of the record; for a removal, its last version. */
  readonly version: number;
  /** Names of the fields that changed; empty for a new record. */
  readonly changed: readonly string[];
  readonly userId: string | undefined;
  /** In plaintext, only for access checks: `project` decides what a reader may see. Absent: the record did not exist. */
  readonly before: RecordDocument | undefined;
  readonly after: RecordDocument | undefined;
}

/**
 * Combines the saves of the given entries into one change per record: its state now, and its state before the first of
 * them. If later saves are not among the entries, the state before contains their values: the record is checked again
 * with those entries.
 */
export async function coalesceChanges(
  services: ReadServices,
  scope: AccessScope,
  stored: readonly ChangeEntry[],
): Promise<readonly CommittedChange[]> {
  const entries = stored.map((entry) => withCurrentModule(scope.snapshot, entry));
  const groups = new Map<string, ChangeEntry[]>();
  for (const entry of entries) {
    const key = `${entry.module}/${entry.record_id}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [entry]);
    else group.push(entry);
  }
  const found = await loadStored(services, scope, entries);
  return [...groups].flatMap(([key, group]) => coalesceGroup(services, scope, group, found.get(key)));
}

async function loadStored(
  services: ReadServices,
  scope: AccessScope,
  entries: readonly ChangeEntry[],
): Promise<ReadonlyMap<string, RecordDocument>> {
  const found = new Map<string, RecordDocument>();
  await Promise.all(
    [...new Set(entries.map((entry) => entry.module))].map(async (name) => {
      const module = scope.snapshot.module(name);
      if (module === undefined) return;
      const ids = [...new Set(entries.filter((entry) => entry.module === name).map((entry) => entry.record_id))];
      for (const record of await services.store.get(module.storage.name, ids)) {
        if (record !== undefined) found.set(`${name}/${record.document._id}`, decodeRecord(services, scope, module, record));
      }
    }),
  );
  return found;
}

function coalesceGroup(
  services: ReadServices,
  scope: AccessScope,
  group: readonly ChangeEntry[],
  after: RecordDocument | undefined,
): readonly CommittedChange[] {
  const first = group[0];
  const last = group.at(-1);
  const module = first === undefined ? undefined : scope.snapshot.module(first.module);
  if (module === undefined || first === undefined || last === undefined) return [];
  const opened = group.map((entry) => decryptChange(services.cipher, module, entry));
  const isNew = first.kind === 'create';
  const now = after ?? opened.at(-1)?.before_record;
  // The record was removed since, by an entry that is not here yet and that covers everything.
  if (now === undefined || (isNew && after === undefined)) return [];
  return [
    {
      module,
      id: first.record_id,
      after,
      userId: last.actor.userId,
      kind: isNew ? 'create' : last.kind,
      version: after?._version ?? last.version,
      changed: isNew ? [] : [...new Set(group.flatMap((entry) => entry.changed))],
      before: isNew ? undefined : rewind(now, opened),
    },
  ];
}

/** The state of a record before some saves. */
function rewind(now: RecordDocument, entries: readonly ChangeEntry[]): RecordDocument {
  const document: { [field: string]: JsonValue } & { _id: string; _version: number } = { ...now };
  for (const { before, version } of [...entries].reverse()) Object.assign(document, before, { _version: version - 1 });
  return document;
}

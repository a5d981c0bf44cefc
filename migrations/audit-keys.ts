import type { StorePort, StoredRecord, StoreWrite } from '../engine/ports/index.ts';
import { foldText, MATCH_ALL, type CollectionSchema, type FilterNode, type KeySchema, type RecordKeys } from '#engine/model';
import type { Migration } from './migration.ts';

/** Entries changed in one commit. */
const BATCH_SIZE = 500;

const key = (id: string, kind: KeySchema['kind'] = 'text'): KeySchema => ({ id, kind, list: false });

/** The audit log as this step leaves it, whatever later code makes of it. */
const AUDIT: CollectionSchema = {
  name: '_audit',
  keys: [key('module'), key('record'), key('field'), key('by'), key('batch'), key('at', 'number'), key('name'), key('source')],
  indexes: [{ keys: ['record'] }, { keys: ['module'] }],
  contains: [],
};

/** Entries of the audit log get the keys by which they are found by record name and source of the change. */
export const AUDIT_KEYS_MIGRATION: Migration = {
  number: 2,
  name: 'audit-keys',
  async run({ store }) {
    await store.applySchemas([AUDIT]);
    let after: string | undefined;
    for (;;) {
      const entries = await store.find({ collection: AUDIT.name, filter: following(after), sort: [], limit: BATCH_SIZE });
      if (entries.length === 0) return;
      if (await writeKeys(store, entries)) after = entries.at(-1)?.document._id;
    }
  },
};

function following(after: string | undefined): FilterNode {
  return after === undefined ? MATCH_ALL : { kind: 'idRange', gt: after };
}

/** False when another process changed one of them meanwhile. */
async function writeKeys(store: StorePort, entries: readonly StoredRecord[]): Promise<boolean> {
  const writes = entries.filter(({ document }) => document._version === 1).map(toWrite);
  return writes.length === 0 || (await store.commit({ writes })).committed;
}

function toWrite({ document, definitionVersion }: StoredRecord): StoreWrite {
  const previousKeys: RecordKeys = {
    module: folded(document['module']) ?? '', record: textOf(document['record_id']) ?? '', field: folded(document['field']),
    by: textOf(document['changed_by']), batch: textOf(document['batch_id']) ?? '', at: Date.parse(textOf(document['date_created']) ?? ''),
  };
  const keys = { ...previousKeys, name: folded(document['record_name']), source: folded(document['changeSource']) };
  return { kind: 'update', collection: AUDIT.name, document: { ...document, _version: 2 }, keys, previousKeys, expectedVersion: 1, definitionVersion };
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function folded(value: unknown): string | undefined {
  const text = textOf(value);
  return text === undefined ? undefined : foldText(text);
}

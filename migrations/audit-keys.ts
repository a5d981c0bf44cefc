import { foldText } from '#engine/model/values';
import type { CollectionSchema, KeySchema, RecordKeys } from '#engine/model/compiled';
import type { StoredRecord, StoreWrite } from '../engine/ports/index.ts';
import type { Migration } from './migration.ts';
import { rewriteDocuments } from './rewrite-documents.ts';

const key = (id: string, kind: KeySchema['kind'] = 'text'): KeySchema => ({ id, kind, list: false });

/** The schema of the audit log after this migration, independent of later code. */
const AUDIT: CollectionSchema = {
  name: '_audit',
  keys: [key('module'), key('record'), key('field'), key('by'), key('batch'), key('at', 'number'), key('name'), key('source')],
  indexes: [{ keys: ['record'] }, { keys: ['module'] }],
  contains: [],
};

/** Adds keys to the entries of the audit log, so that they can be searched by record name and source of the change. */
export const AUDIT_KEYS_MIGRATION: Migration = {
  number: 2,
  name: 'audit-keys',
  async run({ store }) {
    await store.applySchemas([AUDIT]);
    await rewriteDocuments(store, AUDIT.name, (record) => (record.document._version === 1 ? toWrite(record) : undefined));
  },
};

function toWrite({ document, definitionVersion }: StoredRecord): StoreWrite {
  const previousKeys: RecordKeys = {
    module: folded(document['module']) ?? '',
    record: textOf(document['record_id']) ?? '',
    field: folded(document['field']),
    by: textOf(document['changed_by']),
    batch: textOf(document['batch_id']) ?? '',
    at: Date.parse(textOf(document['date_created']) ?? ''),
  };
  const keys = { ...previousKeys, name: folded(document['record_name']), source: folded(document['changeSource']) };
  return {
    kind: 'update',
    collection: AUDIT.name,
    document: { ...document, _version: 2 },
    keys,
    previousKeys,
    expectedVersion: 1,
    definitionVersion,
  };
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function folded(value: unknown): string | undefined {
  const text = textOf(value);
  return text === undefined ? undefined : foldText(text);
}

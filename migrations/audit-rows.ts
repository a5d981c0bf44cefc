import { foldText, toText } from '#engine/model/values';
import type { CollectionSchema, KeySchema, RecordKeys } from '#engine/model/compiled';
import type { StoredRecord, StoreWrite } from '../engine/ports/index.ts';
import type { Migration } from './migration.ts';
import { rewriteDocuments } from './rewrite-documents.ts';

const key = (id: string, kind: KeySchema['kind'] = 'text'): KeySchema => ({ id, kind, list: false });

/** The schema of the audit log after this migration, independent of later code. */
const AUDIT: CollectionSchema = {
  name: '_audit',
  keys: [
    ...['module', 'record', 'fields'].map((id) => key(id)),
    key('entries', 'number'),
    key('by'),
    key('batch'),
    key('at', 'number'),
    key('name'),
    key('source'),
  ],
  indexes: [{ keys: ['record'] }, { keys: ['module'] }],
  contains: [],
};

/** A row of the audit log contains the entries of one save. Each older entry becomes a row of its own. */
export const AUDIT_ROWS_MIGRATION: Migration = {
  number: 6,
  name: 'audit-rows',
  async run({ store }) {
    await store.applySchemas([AUDIT]);
    await rewriteDocuments(store, AUDIT.name, (record) => ('entries' in record.document ? undefined : toWrite(record)));
  },
};

function toWrite({ document, definitionVersion }: StoredRecord): StoreWrite {
  const { field, fullField, previous_value, new_value, _version, ...shared } = document;
  const name = foldedOrMissing(field);
  const common: RecordKeys = {
    module: foldText(toText(shared['module'])),
    record: toText(shared['record_id']),
    by: textOrMissing(shared['changed_by']),
    batch: toText(shared['batch_id']),
    at: Date.parse(toText(shared['date_created'])),
    name: foldedOrMissing(shared['record_name']),
    source: foldedOrMissing(shared['changeSource']),
  };
  const entries = [
    { field: field ?? null, fullField: fullField ?? null, previous_value: previous_value ?? null, new_value: new_value ?? null },
  ];
  return {
    kind: 'update',
    collection: AUDIT.name,
    document: { ...shared, _version: _version + 1, entries },
    keys: { ...common, fields: name === undefined ? undefined : `|${name}|`, entries: 1 },
    previousKeys: common,
    expectedVersion: _version,
    definitionVersion,
  };
}

function textOrMissing(value: unknown): string | undefined {
  const text = toText(value);
  return text === '' ? undefined : text;
}

function foldedOrMissing(value: unknown): string | undefined {
  const text = textOrMissing(value);
  return text === undefined ? undefined : foldText(text);
}

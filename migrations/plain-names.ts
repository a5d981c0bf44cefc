import type { CollectionSchema, KeySchema, RecordKeys } from '#engine/model/compiled';
import type { JsonObject, JsonValue } from '#engine/model/values';
import type { Migration } from './migration.ts';
import { DEFINITION_COLLECTIONS, replaceDocument, rewriteDocuments } from './rewrite-documents.ts';

const key = (id: string, list = false): KeySchema => ({ id, kind: 'text', list });

const VIEWS: CollectionSchema = {
  name: '_views',
  keys: [key('module'), key('audience', true)],
  indexes: [{ keys: ['audience'] }, { keys: ['module'] }],
  contains: [],
};

const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value);

/** New names of properties of modules and fields. */
const DEFINITION_NAMES: ReadonlyMap<string, string> = new Map([
  ['lookups', 'finders'],
  ['zipFills', 'zipAutofill'],
  ['holdsZips', 'containsZips'],
]);
/** New names of properties of a finder. */
const FINDER_NAMES: ReadonlyMap<string, string> = new Map([
  ['answer', 'result'],
  ['next', 'nextNumberOf'],
  ['body', 'usesBody'],
]);
/** New names of the view type and of its field properties. */
const VIEW_NAMES: ReadonlyMap<string, string> = new Map([['face', 'viewType']]);

/** Renames properties in published definitions and saved views. */
export const PLAIN_NAMES_MIGRATION: Migration = {
  number: 3,
  name: 'plain-names',
  async run({ store }) {
    await store.applySchemas([...DEFINITION_COLLECTIONS, VIEWS]);
    for (const { name } of DEFINITION_COLLECTIONS)
      await rewriteDocuments(store, name, (record) => replaceDocument(name, record, renameInDefinitions(record.document)));
    await rewriteDocuments(store, VIEWS.name, (record) =>
      replaceDocument(VIEWS.name, record, renameInView(record.document), keysOf(record.document)),
    );
  },
};

function rename(value: JsonObject, names: ReadonlyMap<string, string>): JsonObject {
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [names.get(name) ?? name, member]));
}

/** Renames the properties of a definition, or of a change-set with several. */
function renameInDefinitions(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(renameInDefinitions);
  if (!isObject(value)) return value;
  const { finders, ...others } = rename(value, DEFINITION_NAMES);
  const renamed = Object.fromEntries(Object.entries(others).map(([name, member]) => [name, renameInDefinitions(member)]));
  return Array.isArray(finders) ? { ...renamed, finders: finders.map((finder) => rename(finder as JsonObject, FINDER_NAMES)) } : renamed;
}

function renameInView(view: JsonObject): JsonObject {
  const { memo } = view;
  return { ...rename(view, VIEW_NAMES), ...(isObject(memo) ? { memo: rename(memo, VIEW_NAMES) } : {}) };
}

const textOf = (value: JsonValue | undefined): string => (typeof value === 'string' ? value : '');

/** The keys of a view before and after this migration. */
function keysOf({ module, owner, sharing, sharedWith }: JsonObject): RecordKeys {
  const own = `user:${textOf(owner)}`;
  return { module: textOf(module), audience: sharing === 'private' ? [own] : [own, `${textOf(sharing)}:${textOf(sharedWith)}`, 'shared'] };
}

import type { CollectionSchema } from '#engine/model/compiled';
import type { JsonObject, JsonValue } from '#engine/model/values';
import type { StoredRecord, StoreWrite } from '../engine/ports/index.ts';
import type { Migration } from './migration.ts';
import { rewriteDocuments } from './rewrite-documents.ts';

/** The last valid definitions of the files and plugins. */
const LAST_GOOD: CollectionSchema = { name: '_definitions_good', keys: [], indexes: [], contains: [] };

/** The fields of users that every user could change on their own record. */
const PROFILE_FIELDS: ReadonlySet<JsonValue> = new Set([
  ...['title', 'phone', 'phone_ext', 'other_phone', 'mobile_phone', 'home_phone'],
  ...['street', 'city', 'state', 'zip', 'current_address', 'birth_date'],
]);

/**
 * Adds to the last valid definitions the properties that replace names in the engine, so that they mean the same as before if the
 * files are broken at the next start: the filter variable `my_provider`, the field `client` of every module, and the fields
 * of a user's profile.
 */
export const MODULE_PROPERTIES_MIGRATION: Migration = {
  number: 4,
  name: 'module-properties',
  async run({ store }) {
    await store.applySchemas([LAST_GOOD]);
    await rewriteDocuments(store, LAST_GOOD.name, toWrite);
  },
};

function toWrite({ document, definitionVersion }: StoredRecord): StoreWrite | undefined {
  const { kind, definition, _version } = document;
  if (kind !== 'module' || !isObject(definition)) return undefined;
  const completed = completeModule(definition);
  if (JSON.stringify(completed) === JSON.stringify(definition)) return undefined;
  return {
    kind: 'update',
    collection: LAST_GOOD.name,
    document: { ...document, definition: completed, _version: _version + 1 },
    keys: {},
    previousKeys: {},
    expectedVersion: _version,
    definitionVersion,
  };
}

function completeModule(module: JsonObject): JsonObject {
  const fields = Array.isArray(module['fields']) ? module['fields'].filter(isObject) : [];
  if (module['name'] === 'users') return { ...module, fields: fields.map(addProfile) };
  if (module['name'] === 'clients') return { fieldInEveryModule: { fieldName: 'client', label: 'Client' }, ...module };
  const representsUser = fields.some(({ fieldName, ref }) => fieldName === 'related_user' && ref === 'users');
  if (module['kind'] !== 'person' || !representsUser) return module;
  return { userVariable: { name: 'my_provider', label: 'My provider', field: 'related_user', userTypes: ['Provider'] }, ...module };
}

function addProfile(field: JsonObject): JsonObject {
  return PROFILE_FIELDS.has(field['fieldName'] ?? null) ? { ...field, profile: true } : field;
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

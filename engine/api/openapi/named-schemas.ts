import { DEFINITION_SCHEMAS, type DefinitionKind, type JsonObject, type JsonValue } from '#engine/model';
import { NAMED_BODIES } from '../request/named-bodies.ts';
import { COMPLETION_SCHEMA, CREDENTIALS_SCHEMA, RESET_SCHEMA } from '../routes/auth.ts';
import { AUDIT_SEARCH_SCHEMA } from '../routes/audit-log.ts';
import { EMAIL_SEARCH_SCHEMA } from '../routes/email-addresses.ts';
import { withoutNames } from '../request/write-input.ts';

const TEXT: JsonObject = { type: 'string' };
const FLAG: JsonObject = { type: 'boolean' };
const COUNT: JsonObject = { type: 'integer', minimum: 0 };
const TEXTS: JsonObject = { type: 'array', items: TEXT };
const OBJECT: JsonObject = { type: 'object' };
const NAMED: JsonObject = object({ _id: TEXT, name: TEXT });
const USER: JsonObject = object({ _id: TEXT, email: TEXT, first_name: TEXT, last_name: TEXT, userType: TEXT, roles: TEXTS, teams: TEXTS, disableTimeout: FLAG });
const SIGNED_IN: JsonObject = object({ user: USER, token: TEXT, teams: listOf(NAMED), status: FLAG, error: { type: ['string', 'null'] } });
const LINK: JsonObject = object({ module: TEXT, _id: TEXT, name: TEXT, at: TEXT });
const RIGHTS: JsonObject = object({ access: FLAG, create: FLAG, mass_update: FLAG, export: FLAG, view: TEXT, edit: TEXT, delete: TEXT });
const MODULE_IN_SHORT: JsonObject = object({ _id: TEXT, name: TEXT, label: TEXT, labelSingular: TEXT, icon: TEXT, path: TEXT, nameField: TEXT, rights: RIGHTS });
const MODULE_VIEW: JsonObject = object({ _id: TEXT, name: TEXT, label: TEXT, labelSingular: TEXT, path: TEXT, nameField: TEXT, version: COUNT, fields: listOf(OBJECT), relations: listOf(OBJECT), layouts: OBJECT, dropdowns: OBJECT, rights: RIGHTS, pageSize: COUNT });
const AUDIT_ENTRY: JsonObject = object({
  _id: TEXT, changed_by: { type: ['string', 'null'] }, changed_through: { type: ['string', 'null'] }, impersonated_by: { type: ['string', 'null'] }, module: TEXT, fullModule: TEXT, changeSource: TEXT,
  field: { type: ['string', 'null'] }, fullField: { type: ['string', 'null'] }, record_id: TEXT, record_name: TEXT, previous_value: {}, new_value: {}, date_created: TEXT, batch_id: TEXT,
});
const EMAIL_ENTRY: JsonObject = object({ _id: TEXT, module: TEXT, record: TEXT, record_name: TEXT, field: TEXT, email_address: TEXT, primary: FLAG, opt_out: FLAG, invalid_email: FLAG, deleted: FLAG });
const PLACE: JsonObject = object({ module: TEXT, _id: TEXT });
const DONE: JsonObject = object({ success: { const: true } });
const REMOVED: JsonObject = object({ success: { const: true }, deleted: TEXTS, refused: { type: 'array', maxItems: 0 } });
const USER_RECORD: JsonObject = reference('users.record');

/** What the calls of their own paths take and answer; a call that is not named here answers an object. By 'METHOD /path/:id'. */
export interface NamedSchema {
  readonly body?: JsonObject;
  readonly answer?: JsonObject;
  /** The status of its answer when it is not 200. */
  readonly status?: '201';
}

const SHAPES: { readonly [call: string]: NamedSchema } = {
  'GET /api/health': { answer: object({ status: TEXT, version: TEXT }) },
  'GET /api/ready': { answer: object({ status: TEXT, store: TEXT }) },
  'GET /api/public-settings': { answer: object({ settings: OBJECT }) },
  'POST /api/users/login': { body: published(CREDENTIALS_SCHEMA), answer: SIGNED_IN },
  'POST /api/auth/refresh': { answer: SIGNED_IN },
  'GET /api/users/logout': { answer: object({ status: FLAG }) },
  'POST /api/users/logout': { answer: object({ status: FLAG }) },
  'POST /api/users/password-reset': { body: published(RESET_SCHEMA), answer: object({ status: FLAG, message: TEXT }) },
  'POST /api/users/templogin': { body: published(CREDENTIALS_SCHEMA), answer: object({ status: FLAG, user: OBJECT, token: TEXT, error: { type: ['string', 'null'] } }) },
  'POST /api/users/completeRegistration': { body: published(COMPLETION_SCHEMA), answer: SIGNED_IN },
  'GET /api/auth/authenticated': { answer: object({ authenticated: FLAG, user: USER, teams: listOf(NAMED) }) },
  'GET /api/openapi.json': { answer: object({ openapi: TEXT, info: OBJECT, paths: OBJECT, components: OBJECT }) },
  'GET /api/shell': { answer: object({ user: USER, teams: listOf(NAMED), roles: listOf(NAMED), menu: OBJECT, modules: listOf(MODULE_IN_SHORT), settings: OBJECT, definitionsVersion: COUNT }) },
  'GET /api/favorites': { answer: whole(LINK) },
  'GET /api/recently-seen': { answer: whole(LINK) },
  'POST /api/recently-seen': { answer: DONE },
  'POST /api/users/createTempUserAccount': { answer: USER_RECORD, status: '201' },
  'POST /api/users/register': { answer: USER_RECORD, status: '201' },
  'POST /api/users/activate': { answer: USER_RECORD },
  'POST /api/users/update-roles': { answer: USER_RECORD },
  'POST /api/users/update-teams': { answer: USER_RECORD },
  'PUT /api/users/mark-user-active/:id': { answer: USER_RECORD },
  'PUT /api/users/mark-user-inactive/:id': { answer: USER_RECORD },
  'PUT /api/users/:id/log-login-date': { answer: object({ success: FLAG, last_login_date: TEXT }) },
  'GET /api/users/user-session': { answer: object({ user: USER, teams: listOf(NAMED) }) },
  'GET /api/users/check-email/:email': { answer: object({ exists: FLAG, available: FLAG }) },
  'GET /api/users/:id/complete-roles-info': { answer: object({ _id: TEXT, roles: listOf(NAMED) }) },
  'GET /api/users/type/:type': { answer: reference('users.page') },
  'GET /api/users/role/:role': { answer: reference('users.page') },
  'GET /api/users/user-to-assign-change-requests': { answer: object({ user: { anyOf: [object({ _id: TEXT }), { type: 'null' }] } }) },
  ...sameFor(['GET /api/ss-modules', 'GET /api/ss-modules/list', 'GET /api/ss-modules/shallow', 'GET /api/ss-modules/shallow-modules', 'GET /api/ss-modules/report-models'], { answer: page(MODULE_IN_SHORT) }),
  ...sameFor(['POST /api/ss-modules/search', 'POST /api/ss-modules/dataSourceSearch'], { body: reference('Search'), answer: page(MODULE_IN_SHORT) }),
  'PUT /api/ss-modules/:id': { body: reference('Definition.module.changes'), answer: MODULE_VIEW },
  ...sameFor(['GET /api/ss-modules/by-name/:name', 'GET /api/ss-modules/:id', 'POST /api/ss-modules/update/moduleLayoutLabels', 'POST /api/ss-modules/remove/moduleLayoutField'], { answer: MODULE_VIEW }),
  ...sameFor(['POST /api/ss-modules', 'POST /api/ss-modules/create'], { body: reference('Definition.module.create'), answer: MODULE_VIEW, status: '201' }),
  'DELETE /api/ss-modules/:id': { answer: REMOVED },
  'GET /api/ss-modules/:id/relationships': { answer: whole(object({ name: TEXT, label: TEXT, direction: { enum: ['forward', 'reverse'] }, modules: TEXTS, fieldName: TEXT, many: FLAG, flex: FLAG })) },
  'GET /api/ss-modules/:id/related-modules': { answer: whole(MODULE_IN_SHORT) },
  ...sameFor(['GET /api/ss-modules/remove/redisById/:id', 'GET /api/ss-modules/trigger-pm2-restart', 'GET /api/ss-modules/rebuild-models'], { answer: object({ success: FLAG, version: COUNT }) }),
  'GET /api/layouts/module/:id': { answer: whole(object({ _id: TEXT, view: TEXT, sections: listOf(OBJECT) })) },
  'POST /api/dropdowns/get-by-name': { answer: reference('Definition.dropdown') },
  'GET /api/admin-settings/by-key/:key': { answer: reference('Definition.setting') },
  'POST /api/admin-settings/empty-cache': { answer: DONE },
  ...sameFor(['PUT /api/roles/mark-deleted/:id', 'DELETE /api/roles/mark-deleted/:id', 'PUT /api/roles/mark-as-deleted/by-array', 'PUT /api/roles/delete-forever/by-array'], { answer: REMOVED }),
  ...sameFor(['GET /api/audit-log', 'GET /api/audit-log/list', 'GET /api/audit-log/get-record-changes-by-module/:module/:recordId'], { answer: page(AUDIT_ENTRY) }),
  ...sameFor(['POST /api/audit-log/search', 'POST /api/audit-log/dataSourceSearch', 'POST /api/audit-log/paged-search'], { body: published(AUDIT_SEARCH_SCHEMA), answer: page(AUDIT_ENTRY) }),
  'GET /api/audit-log/:id': { answer: AUDIT_ENTRY },
  ...sameFor(['POST /api/audit-log', 'POST /api/audit-log/create'], { answer: AUDIT_ENTRY, status: '201' }),
  'POST /api/audit-log/create-change-log-entries': { answer: object({ success: FLAG, data: listOf(AUDIT_ENTRY) }), status: '201' },
  ...sameFor(['GET /api/email-addresses', 'GET /api/email-addresses/list'], { answer: page(EMAIL_ENTRY) }),
  ...sameFor(['POST /api/email-addresses/search', 'POST /api/email-addresses/dataSourceSearch'], { body: published(EMAIL_SEARCH_SCHEMA), answer: page(EMAIL_ENTRY) }),
  'POST /api/email-addresses/get-emails-for-record': { answer: whole(EMAIL_ENTRY) },
  'POST /api/email-addresses/update-email-addresses': { answer: object({ success: FLAG, data: listOf(EMAIL_ENTRY), _version: COUNT }) },
  'GET /api/email-addresses/:id': { answer: EMAIL_ENTRY },
  'GET /api/access/explain': { answer: { type: 'object', required: ['allowed', 'reasons'], properties: { allowed: FLAG, reasons: listOf(OBJECT), grant: OBJECT } } },
  'POST /api/batches/:id/undo': { answer: object({ success: FLAG, batchId: TEXT, undoBatchId: TEXT, undone: listOf(PLACE), left: listOf(object({ module: TEXT, _id: TEXT, code: TEXT, error: TEXT })) }) },
  'GET /api/plugins': { answer: whole({ type: 'object', required: ['name', 'version', 'state'], properties: { name: TEXT, version: TEXT, state: { enum: ['checked', 'running', 'off'] }, cause: TEXT } }) },
  'GET /api/outbox/failing': { answer: whole(OBJECT) },
  'GET /api/outbox/mail': { answer: page(OBJECT) },
  'POST /api/outbox/:id/retry': { answer: DONE },
  ...definitionShapes('/api/dropdowns', 'dropdown'), ...definitionShapes('/api/admin-settings', 'setting'), ...definitionShapes('/api/roles', 'role'), ...definitionShapes('/api/layouts', 'layout'),
};

/** What a call of a path of its own takes and answers. `path` is written with `{id}` or `:id`. */
export function namedSchemaOf(method: string, path: string): NamedSchema {
  const call = `${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`;
  const body = NAMED_BODIES[call];
  return { ...SHAPES[call], ...(body === undefined ? {} : { body }) };
}

/** What the server gives a new definition of itself. */
const FILLED: { readonly [kind in DefinitionKind]?: readonly string[] } = { dropdown: ['options'], role: ['module_access'], module: ['labelSingular', 'kind', 'fields'] };

/** Schemas of the definitions that the calls answer and take, from those that publishing holds them to. */
export function definitionSchemas(): { readonly [name: string]: JsonObject } {
  const kinds: readonly DefinitionKind[] = ['dropdown', 'setting', 'role', 'layout', 'module'];
  return Object.fromEntries(kinds.flatMap((kind) => {
    const { properties, required } = JSON.parse(JSON.stringify(DEFINITION_SCHEMAS[kind])) as { readonly properties: { readonly [name: string]: JsonValue }; readonly required: readonly string[] };
    const own = withoutNames(kind === 'module' ? { ...properties, fields: withoutRequiredId(properties['fields'] as JsonObject) } : properties, ['id']);
    // Staff see no more of a role than its name, so that an answer is sure of `_id` alone.
    const shown: JsonObject = { type: 'object', required: ['_id'], properties: { _id: TEXT, ...own }, additionalProperties: false };
    const filled = FILLED[kind] ?? [];
    const made: JsonObject = { type: 'object', required: required.filter((name) => name !== 'id' && !filled.includes(name)), properties: own, additionalProperties: false };
    const nullable = Object.fromEntries(Object.entries(own).map(([name, schema]) => [name, { anyOf: [schema, { type: 'null' }] }]));
    return [[`Definition.${kind}`, shown], [`Definition.${kind}.create`, made], [`Definition.${kind}.changes`, { type: 'object', properties: { _id: TEXT, ...nullable }, additionalProperties: false }]] as const;
  }));
}

/** Fields of a module get their ids from the server where they have none. */
function withoutRequiredId(fields: JsonObject): JsonObject {
  const items = fields['items'] as { readonly required: readonly string[] };
  return { ...fields, items: { ...items, required: items.required.filter((name) => name !== 'id') } };
}

function definitionShapes(base: string, kind: DefinitionKind): { readonly [call: string]: NamedSchema } {
  const entry = reference(`Definition.${kind}`);
  const changes = reference(`Definition.${kind}.changes`);
  return {
    ...sameFor([`GET ${base}`, `GET ${base}/list`], { answer: page(entry) }),
    ...sameFor([`POST ${base}/search`, `POST ${base}/dataSourceSearch`], { body: reference('Search'), answer: page(entry) }),
    ...sameFor([`POST ${base}`, `POST ${base}/create`], { body: reference(`Definition.${kind}.create`), answer: entry, status: '201' }),
    // The layouts of a module answer under its name too.
    [`GET ${base}/:id`]: { answer: kind === 'layout' ? { anyOf: [entry, whole(entry)] } : entry },
    [`PUT ${base}/:id`]: { body: changes, answer: entry },
    [`PUT ${base}/update`]: { body: { allOf: [changes], required: ['_id'] }, answer: entry },
    [`DELETE ${base}/:id`]: { answer: REMOVED },
  };
}

function sameFor(calls: readonly string[], schema: NamedSchema): { readonly [call: string]: NamedSchema } {
  return Object.fromEntries(calls.map((call) => [call, schema]));
}

/** An object in which all of these are there, and others may be. */
function object(properties: { readonly [name: string]: JsonValue }): JsonObject {
  return { type: 'object', required: Object.keys(properties), properties };
}

function listOf(items: JsonObject): JsonObject {
  return { type: 'array', items };
}

/** All there are. */
function whole(items: JsonObject): JsonObject {
  return object({ data: listOf(items), total: COUNT });
}

function page(items: JsonObject): JsonObject {
  return object({ data: listOf({ anyOf: [items, TEXT] }), total: COUNT, pageNumber: COUNT, pageSize: COUNT });
}

function reference(name: string): JsonObject {
  return { $ref: `#/components/schemas/${name}` };
}

/** A schema without the names that are only tolerated. */
function published(schema: { readonly properties: object }): JsonObject {
  const kept = Object.entries(schema.properties as JsonObject).filter(([, one]) => Object.keys(one as object).length > 0);
  return { ...schema, properties: Object.fromEntries(kept) };
}

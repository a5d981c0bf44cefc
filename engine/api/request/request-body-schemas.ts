import { DEFINITION_KINDS, DEFINITION_SCHEMAS } from '#engine/model/definitions';
import { VIEW_DENSITIES, VIEW_TYPES, VIEW_SHARINGS, VIEW_UNITS, WEBHOOK_PROPERTIES } from '#engine/model/wire';
import type { JsonObject, JsonValue } from '#engine/model/values';
import { MusterError } from '../../errors/index.ts';
import { closeNestedObjects } from './close-nested-objects.ts';
import { IMPORT_BODY_SCHEMAS } from './import-body-schemas.ts';
import { assertKnownNames } from './known-names.ts';
import { compileCheck, type ParameterCheck } from './parameters.ts';

/** Maximum number of ids in one bulk request. */
export const MAX_REQUEST_IDS = 2_000;

const TEXT: JsonObject = { type: 'string', minLength: 1 };
const ID: JsonObject = { type: 'string', minLength: 1, maxLength: 200 };
const TESTED_DRAFT: JsonObject = {
  ...{ type: ['string', 'null'], maxLength: 200 },
  description: 'Id of a draft; null: the published version. Default: the latest draft that changes the workflow.',
};
const COMMENT: JsonObject = { type: 'string', maxLength: 2_000 };
const PASSWORD: JsonObject = { type: 'string', minLength: 1, maxLength: 1_000 };
const ANYTHING: JsonObject = {};

/** A right as plans name it. */
const RIGHT = {
  module: TEXT,
  field: { ...TEXT, type: ['string', 'null'], description: 'Name of a field; absent: a right on the module.' },
  right: { ...TEXT, maxLength: 100, description: "As plans name it: 'view', 'create', 'read'." },
};
const PAGE = {
  pageNumber: { type: ['integer', 'null'], minimum: 0, maximum: 1_000_000 },
  pageSize: { type: ['integer', 'null'], minimum: 1, maximum: 100 },
};

/** The ids of a bulk request: 1 to 2,000, as `idsOf` reads them. */
export const IDS: JsonObject = { type: 'array', minItems: 1, maxItems: MAX_REQUEST_IDS, items: TEXT };

/** A field or a record may be sent as it was read: only the named property is used. */
const FIELD_NAME: JsonObject = { anyOf: [TEXT, { ...object({ fieldName: TEXT }, ['fieldName']), additionalProperties: true }] };
const AUDIT_NOTE = {
  module: TEXT,
  record_id: TEXT,
  field: { type: ['string', 'null'] },
  previous_value: ANYTHING,
  new_value: ANYTHING,
  changeSource: { type: ['string', 'null'] },
};
/** An entry may be sent as it was read, with its record. */
const ADDRESS: JsonObject = {
  ...object({
    email_address: { type: 'string' },
    primary: { type: 'boolean' },
    opt_out: { type: 'boolean' },
    invalid_email: { type: 'boolean' },
  }),
  additionalProperties: true,
};
const RECORD: JsonObject = { anyOf: [ID, { ...object({ _id: ID }, ['_id']), additionalProperties: true }] };
/** Filter and display settings of a saved view; null clears a property. */
const VIEW = {
  filter: { type: 'object' },
  columns: {
    type: 'array',
    maxItems: 100,
    items: {
      ...object({ fieldName: TEXT, width: { type: 'integer', minimum: 40, maximum: 800 } }, ['fieldName']),
    },
  },
  sort: {
    type: 'array',
    maxItems: 5,
    items: {
      ...object({ sortField: TEXT, sortOrder: { enum: ['asc', 'desc'] } }, ['sortField', 'sortOrder']),
      additionalProperties: false,
    },
  },
  groupBy: { ...object({ field: TEXT, unit: { enum: [...VIEW_UNITS] } }, ['field']), additionalProperties: false },
  density: { enum: [...VIEW_DENSITIES] },
  viewType: { ...object({ kind: { enum: [...VIEW_TYPES] }, field: TEXT }, ['kind', 'field']), additionalProperties: false },
  sharing: { enum: [...VIEW_SHARINGS] },
  sharedWith: ID,
};
/** Settings of a webhook. */
const WEBHOOK = {
  ...WEBHOOK_PROPERTIES,
  modules: { ...WEBHOOK_PROPERTIES.modules, description: 'Names of modules; none: all of them.' },
  filter: { ...WEBHOOK_PROPERTIES.filter, description: 'As `searchTerms`, for exactly one module; {}: every record.' },
};
/** An index of a module. */
const INDEX = object({ module: TEXT, fields: { type: 'array', minItems: 1, maxItems: 8, items: TEXT } }, ['module', 'fields']);
/** What happens to the values of what a change-set removes. */
const VALUE_CHOICES: JsonObject = {
  type: 'object',
  additionalProperties: {
    anyOf: [
      { enum: ['keep', 'clear'] },
      {
        ...object({ map: { type: 'object', additionalProperties: { type: ['string', 'null'] } } }, ['map']),
        additionalProperties: false,
        description: 'The new option for each removed one, or for each text that a conversion cannot read; null removes its values.',
      },
    ],
  },
  description: 'For each removed field or module, and each field that loses options, by its id: what happens to the values.',
};

const CHANGE_SET_NAME: JsonObject = { type: 'string', minLength: 1, maxLength: 200, pattern: '\\S' };
const VERSION: JsonObject = { type: 'integer', minimum: 1 };
/** An artifact of the definitions. */
const ARTIFACT = { kind: { enum: [...DEFINITION_KINDS] }, id: ID };
const OF_RECORD = { module: TEXT, record: RECORD, record_id: RECORD, id: RECORD };

const SCHEMAS: { readonly [endpoint: string]: JsonObject } = {
  'POST /api/recently-seen': { ...object({ module: TEXT, id: ID, _id: ID }, ['module']), anyOf: oneOf('id', '_id') },
  'PUT /api/notifications/:id': object({ read: { type: 'boolean' } }, ['read']),
  'PUT /api/notifications/preferences': object(
    {
      kinds: {
        type: 'array',
        minItems: 1,
        maxItems: 200,
        items: {
          ...object({ kind: TEXT, app: { type: 'boolean' }, mail: { enum: ['off', 'now', 'daily'] } }, ['kind', 'app', 'mail']),
          additionalProperties: false,
        },
      },
    },
    ['kinds'],
  ),
  'POST /api/notifications/mark-all-read': object({ until: TEXT }),
  'PUT /api/plugins/:plugin/secrets/:key': object({ value: { type: 'string', minLength: 1, maxLength: 8192 } }, ['value']),
  'PUT /api/admin-settings/:id/value': object({ value: ANYTHING, version: { type: 'integer', minimum: 0 } }, ['value', 'version']),
  'POST /api/admin-settings/:id/reset': object({ version: { type: 'integer', minimum: 0 } }, ['version']),
  'POST /api/ready/conflicts/settle': object(
    { artifact: TEXT, path: TEXT, use: { enum: ['customized', 'base'] }, version: { type: 'integer', minimum: 0 } },
    ['artifact', 'path', 'use', 'version'],
  ),
  'POST /api/saved-views': object({ module: TEXT, name: TEXT, ...VIEW }, ['module', 'name']),
  'PUT /api/saved-views/:id': object({ _id: ID, _version: { type: 'integer', minimum: 1 }, name: TEXT, ...VIEW }),
  'POST /api/saved-views/:id/duplicate': object({ name: TEXT }),
  'PUT /api/saved-views/order': object({ module: TEXT, ids: { type: 'array', maxItems: 500, items: ID } }, ['module', 'ids']),
  'PUT /api/saved-views/default': object({ module: TEXT, view: ID }, ['module']),
  'PUT /api/favorites/order': object(
    { records: { type: 'array', maxItems: 500, items: object({ module: TEXT, id: ID }, ['module', 'id']) } },
    ['records'],
  ),
  'POST /api/saved-views/counts': object({ module: TEXT }, ['module']),
  'POST /api/api-tokens': object(
    {
      name: { type: 'string', minLength: 1, maxLength: 100, pattern: '\\S' },
      scopes: { type: 'array', minItems: 1, maxItems: 200, items: { type: 'string', minLength: 1, maxLength: 200 } },
      expiresAt: {
        type: ['string', 'null'],
        pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}(:\\d{2}(\\.\\d{1,3})?)?(Z|[+-]\\d{2}:\\d{2})$',
        description: 'ISO 8601; null or absent: it is valid until it is revoked.',
      },
      password: { ...PASSWORD, description: 'The current password of the user.' },
    },
    ['name', 'scopes', 'password'],
  ),
  'POST /api/change-sets': object({ name: CHANGE_SET_NAME, shared: { type: 'boolean' } }, ['name']),
  'PUT /api/change-sets/:id': object({ _id: ID, _version: VERSION, name: CHANGE_SET_NAME, shared: { type: 'boolean' } }),
  'PUT /api/change-sets/:id/changes': object({
    _version: VERSION,
    changes: {
      type: 'array',
      maxItems: 1_000,
      items: object({ ...ARTIFACT, id: { ...ID, type: ['string', 'null'] }, definition: { type: ['object', 'null'] } }, [
        'kind',
        'definition',
      ]),
      description: 'Whole definitions; null removes the artifact. Without an id the artifact is new.',
    },
    discard: {
      type: 'array',
      maxItems: 1_000,
      items: object(ARTIFACT, ['kind', 'id']),
      description: 'Artifacts whose changes are taken out of the draft.',
    },
  }),
  'POST /api/change-sets/:id/simulate': object(
    {
      user: { ...ID, description: 'The user whose rights are simulated.' },
      module: { ...TEXT, type: ['string', 'null'], description: 'Name of a module; absent: all modules.' },
      record: { ...ID, type: ['string', 'null'], description: 'Id of a record of the module.' },
    },
    ['user'],
  ),
  'POST /api/change-sets/:id/effects': object(
    { offset: { type: 'integer', minimum: 0, maximum: 1_000_000, description: 'The `counted` of the plan, or of the page before.' } },
    ['offset'],
  ),
  'POST /api/change-sets/:id/affected-users': object(
    { role: { ...ID, description: 'The role whose users are listed.' }, ...RIGHT, ...PAGE },
    ['role', 'module', 'right'],
  ),
  'POST /api/change-sets/:id/affected-records': object(
    { user: { ...ID, description: 'The user who gains or loses them.' }, change: { enum: ['gains', 'loses'] }, ...RIGHT, ...PAGE },
    ['user', 'change', 'module', 'right'],
  ),
  'POST /api/previews': object({
    changeSet: { ...ID, type: ['string', 'null'], description: 'A draft; absent: the published definitions.' },
    user: { ...ID, type: ['string', 'null'], description: 'The user whose rights apply; absent: roles are given.' },
    roles: { type: ['array', 'null'], maxItems: 50, items: ID, description: 'The roles of somebody who has no others.' },
    teams: { type: ['array', 'null'], maxItems: 50, items: ID, description: 'With roles: their teams. Default: Global alone.' },
    userType: { ...TEXT, type: ['string', 'null'], description: 'With roles: their user type. Default: Standard.' },
  }),
  'POST /api/change-sets/:id/publish': object({
    _version: VERSION,
    conflicts: {
      type: 'object',
      additionalProperties: { enum: ['mine', 'theirs'] },
      description: 'For each conflict, by `<artifact>#<path>`: whose value is used.',
    },
    values: VALUE_CHOICES,
  }),
  'POST /api/definitions/layout-cost': object(
    {
      layout: plain(DEFINITION_SCHEMAS.layout),
      indexes: plain(DEFINITION_SCHEMAS.module.properties.indexes),
      withoutIndexes: plain(DEFINITION_SCHEMAS.module.properties.withoutIndexes),
    },
    ['layout'],
  ),
  'POST /api/change-sets/:id/revert': object({ values: VALUE_CHOICES }),
  'POST /api/change-sets/:id/conversion/resume': object({ values: VALUE_CHOICES }),
  'POST /api/indexes/drop': INDEX,
  'POST /api/indexes/restore': INDEX,
  'POST /api/workflow-runs/retry': object({ ids: { ...IDS, maxItems: 500 } }, ['ids']),
  'POST /api/workflow-runs/:id/retry': object({}),
  'POST /api/workflow-runs/:id/approve': object({ comment: COMMENT, step: TEXT }),
  'POST /api/workflow-runs/:id/decline': object({ comment: COMMENT, step: TEXT }),
  'POST /api/workflow-runs/:id/delegate': object({ to: ID, comment: COMMENT }, ['to']),
  'POST /api/workflow-runs/:id/cancel': object({}),
  'POST /api/workflows/:id/run': object({ module: TEXT, record: ID }, ['module', 'record']),
  'POST /api/workflows/:id/test': object({ module: TEXT, record: ID, changeSet: TESTED_DRAFT }, ['module', 'record']),
  'POST /api/workflows/:id/backtest': object({ days: { type: 'integer', minimum: 1, maximum: 365 }, changeSet: TESTED_DRAFT }, ['days']),
  'POST /api/workflow-backtests/:id/cancel': object({}),
  'PUT /api/save-traces/users/:id': object({}),
  'POST /api/save-traces/:id/replay': object({}),
  'POST /api/workflows/:id/rotate-secret': object({}),
  'POST /api/webhooks': object(WEBHOOK, ['name', 'url', 'events']),
  'PUT /api/webhooks/:id': object({ _id: ID, _version: { type: 'integer', minimum: 1 }, ...WEBHOOK }),
  'POST /api/users/change-password': object(
    {
      currentPassword: PASSWORD,
      password: PASSWORD,
      endApiTokens: { type: 'boolean', description: 'Revokes the API tokens. Default true.' },
    },
    ['currentPassword', 'password'],
  ),
  'POST /api/users/change-email': object({ email: { type: 'string', minLength: 1, maxLength: 320 }, password: PASSWORD }, [
    'email',
    'password',
  ]),
  'POST /api/users/confirm-email': object({ code: { type: 'string', minLength: 1, maxLength: 40 } }, ['code']),
  'POST /api/users/createTempUserAccount': object({ fields: { type: 'object' } }),
  'POST /api/users/register': object({ password: { type: 'string' } }, ['password']),
  'POST /api/users/activate': ofUser({}),
  'POST /api/users/set-user-impersonating': ofUser({}),
  'POST /api/users/update-roles': ofUser({ roles: { type: 'array', items: ID } }),
  'POST /api/users/update-teams': ofUser({ teams: { type: 'array', items: ID } }),
  'POST /api/ss-modules/update/moduleLayoutLabels': object(
    { moduleId: TEXT, originalField: FIELD_NAME, newField: { ...object({ label: TEXT }, ['label']), additionalProperties: true } },
    ['moduleId', 'originalField', 'newField'],
  ),
  'POST /api/ss-modules/remove/moduleLayoutField': {
    ...object({ moduleId: TEXT, field: FIELD_NAME, fieldName: FIELD_NAME }, ['moduleId']),
    anyOf: oneOf('field', 'fieldName'),
  },
  'POST /api/files/link': object({ path: TEXT }, ['path']),
  'POST /api/files/names': object({ paths: { type: 'array', minItems: 1, maxItems: 100, items: TEXT } }, ['paths']),
  'POST /api/files/versions': object({ module: TEXT, id: ID, field: TEXT }, ['module', 'id', 'field']),
  'POST /api/files/zip': object(
    { paths: { type: 'array', minItems: 1, maxItems: 1_000, items: TEXT }, name: { type: 'string', minLength: 1, maxLength: 200 } },
    ['paths'],
  ),
  'POST /api/files/merge-pdf': object(
    { paths: { type: 'array', minItems: 1, maxItems: 1_000, items: TEXT }, title: { type: 'string', minLength: 1, maxLength: 200 } },
    ['paths'],
  ),
  'POST /api/dropdowns/get-by-name': object({ name: TEXT }, ['name']),
  'PUT /api/roles/mark-as-deleted/by-array': object({ ids: IDS }, ['ids']),
  'PUT /api/roles/delete-forever/by-array': object({ ids: IDS }, ['ids']),
  'POST /api/audit-log': object(AUDIT_NOTE, ['module', 'record_id']),
  'POST /api/audit-log/create': object(AUDIT_NOTE, ['module', 'record_id']),
  'POST /api/audit-log/create-change-log-entries': object(
    {
      module: TEXT,
      records: { type: 'array', maxItems: 2_000, items: RECORD },
      fieldsChanged: {
        type: 'array',
        maxItems: 2_000,
        items: object({
          field: { type: ['string', 'null'] },
          previous_value: ANYTHING,
          new_value: ANYTHING,
          changeSource: { type: ['string', 'null'] },
        }),
      },
    },
    ['module', 'records', 'fieldsChanged'],
  ),
  'POST /api/merge': object({ _moduleName: ID, fromRecordId: ID, toRecordId: ID }, ['_moduleName', 'fromRecordId', 'toRecordId']),
  'POST /api/merge/records': object(
    {
      _moduleName: ID,
      primaryId: ID,
      duplicateIds: { type: 'array', maxItems: 20, items: ID },
      fields: { type: 'object', description: 'Values chosen for the primary.' },
    },
    ['_moduleName', 'primaryId', 'duplicateIds'],
  ),
  'POST /api/email-addresses/get-emails-for-record': { ...object(OF_RECORD, ['module']), anyOf: oneOf('record', 'record_id', 'id') },
  'POST /api/email-addresses/update-email-addresses': {
    ...object({ ...OF_RECORD, field: TEXT, emailAddresses: { type: 'array', items: ADDRESS } }, ['module', 'emailAddresses']),
    anyOf: oneOf('record', 'record_id', 'id'),
  },
};

/**
 * Body schemas of the endpoints that have a path of their own: requests are validated with them before the handler runs,
 * and the OpenAPI document contains them. Other names in a body and in its objects are refused, except where the body holds the
 * fields of a record.
 */
export const REQUEST_BODY_SCHEMAS: { readonly [endpoint: string]: JsonObject } = Object.fromEntries(
  Object.entries({ ...SCHEMAS, ...IMPORT_BODY_SCHEMAS }).map(([endpoint, schema]) => [endpoint, closeNestedObjects(schema)]),
);

/** Their other names are fields of a user. */
const WITH_FIELDS: ReadonlySet<string> = new Set([
  'POST /api/users/register',
  'POST /api/users/createTempUserAccount',
  'POST /api/users/set-user-impersonating',
]);

const checks = new Map<string, ParameterCheck<JsonObject>>();

/** Validates the body of a named endpoint. Errors: `body_invalid` with every problem, `too_many_ids`. */
export function assertRequestBody(endpoint: string, body: { readonly [name: string]: JsonValue }): void {
  const schema = REQUEST_BODY_SCHEMAS[endpoint];
  if (schema === undefined) return;
  let check = checks.get(endpoint);
  if (check === undefined) checks.set(endpoint, (check = compileCheck<JsonObject>(schema)));
  const { ids } = body;
  if (Array.isArray(ids) && ids.length > MAX_REQUEST_IDS) throw new MusterError('too_many_ids', { values: { limit: MAX_REQUEST_IDS } });
  assertBody(check, body);
  if (!WITH_FIELDS.has(endpoint)) assertKnownNames(body, Object.keys(schema['properties'] as JsonObject));
}

/** Validates a body. Errors: `body_invalid` with every problem. */
export function assertBody(check: ParameterCheck<JsonObject>, body: { readonly [name: string]: JsonValue }): void {
  const [first, ...rest] = check.findProblems(body);
  if (first === undefined) return;
  throw new MusterError('body_invalid', {
    values: { reason: describeReason(first) },
    details: [first, ...rest],
  });
}

/** The first problem in words; one of a missing property names it: 'Password is required'. */
function describeReason({ field, code, message }: ReturnType<ParameterCheck<JsonObject>['findProblems']>[number]): string {
  if (field === '') return 'something in it is missing';
  const words = message.replace(/\.$/, '');
  return code === 'required' ? words : `${field}: ${words}`;
}

function object(properties: { readonly [name: string]: JsonValue }, required: readonly string[] = []): JsonObject {
  return { type: 'object', ...(required.length === 0 ? {} : { required }), properties };
}

/** A schema of definitions as plain JSON. */
function plain(schema: object): JsonObject {
  return JSON.parse(JSON.stringify(schema)) as JsonObject;
}

/** At least one of these names is required. */
function oneOf(...names: readonly string[]): readonly JsonObject[] {
  return names.map((name) => ({ type: 'object', required: [name], properties: { [name]: ANYTHING } }));
}

function ofUser(properties: { readonly [name: string]: JsonValue }): JsonObject {
  return { ...object({ userId: ID, _id: ID, ...properties }), anyOf: oneOf('userId', '_id') };
}

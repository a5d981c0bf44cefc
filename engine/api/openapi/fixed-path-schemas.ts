import type { JsonObject } from '#engine/model/values';
import { APPROVAL_OPERATIONS } from './approval-schemas.ts';
import { BACKTEST_OPERATIONS } from './backtest-schemas.ts';
import { SAVE_TRACE_OPERATIONS } from './save-trace-schemas.ts';
import { REQUEST_BODY_SCHEMAS } from '../request/request-body-schemas.ts';
import { COMPLETION_SCHEMA, CREDENTIALS_SCHEMA, RESET_SCHEMA } from '../routes/auth.ts';
import { ALIASES_QUERY_SCHEMA } from '../routes/aliases.ts';
import { TOKENS_QUERY_SCHEMA } from '../routes/api-tokens.ts';
import { AUDIT_EXPORT_SCHEMA, AUDIT_QUERY_SCHEMA, AUDIT_SEARCH_SCHEMA } from '../routes/audit-log.ts';
import { EMAIL_SEARCH_SCHEMA } from '../routes/email-addresses.ts';
import { PERMISSION_QUERY_SCHEMA, EXPLAIN_QUERY_SCHEMA, OVERVIEW_QUERY_SCHEMA, VALUES_QUERY_SCHEMA } from '../routes/access.ts';
import { MAIL_QUERY_SCHEMA } from '../routes/operations.ts';
import { BATCHES_QUERY_SCHEMA } from '../routes/batches.ts';
import { NOTIFICATIONS_QUERY_SCHEMA } from '../routes/notifications.ts';
import { VIEWS_QUERY_SCHEMA } from '../routes/saved-views.ts';
import { PREVIEW_QUERY_SCHEMA, QUICK_SEARCH_SCHEMA } from '../routes/shell.ts';
import { DEFINITIONS_QUERY_SCHEMA } from '../routes/definition-overview.ts';
import { CHANGE_SETS_QUERY_SCHEMA } from '../routes/change-sets.ts';
import { INDEXES_QUERY_SCHEMA } from '../routes/indexes.ts';
import { JOBS_QUERY_SCHEMA } from '../routes/queues.ts';
import { DELIVERIES_QUERY_SCHEMA } from '../routes/webhooks.ts';
import { WORKFLOW_RUN_OPERATIONS } from './workflow-run-schemas.ts';
import { ZIP_LIST_SCHEMA, ZIP_SEARCH_SCHEMA } from '../routes/zips.ts';
import {
  definitionOperationSchemas,
  LISTED,
  REMOVED,
  sameFor,
  VALUES,
  workflowOperationSchemas,
  type OperationSchema,
} from './definition-operation-schemas.ts';
import {
  COUNT,
  EMAIL_ENTRY,
  FLAG,
  listOf,
  mapOf,
  NULLABLE_TEXT,
  object,
  page,
  publicSchema,
  queryParametersOf,
  reference,
  TEXT,
  TEXTS,
  whole,
  ID_AND_NAME,
} from './schema-parts.ts';

const LINK = reference('RecordLink');
const USER = reference('SessionUser');
const IMPERSONATOR: JsonObject = { anyOf: [USER, { type: 'null' }] };
const SIGNED_IN = reference('SignInResponse');
const MODULE_VIEW = reference('Module');
const AUDIT_ENTRY = reference('AuditEntry');
const ZIP_PLACE: JsonObject = object({ code: TEXT, city: TEXT, state: TEXT, latitude: { type: 'number' }, longitude: { type: 'number' } });
const PLACE: JsonObject = object({ module: TEXT, _id: TEXT });
const SCHEMA: JsonObject = object({ $schema: TEXT, $id: TEXT, type: TEXT });
const DONE: JsonObject = object({ success: { const: true } });
const CHANGE_SET = reference('ChangeSet');
const PUBLISHED: JsonObject = object({ success: { const: true }, _id: TEXT, definitionVersion: COUNT });
const RUNNING: JsonObject = { const: 'running', description: 'A job publishes it when its values are converted. Absent: it is published.' };
const PUBLICATION: JsonObject = { ...PUBLISHED, properties: { ...(PUBLISHED['properties'] as JsonObject), conversion: RUNNING } };
const RESTORED: JsonObject = { ...PUBLISHED, properties: { ...(PUBLISHED['properties'] as JsonObject), state: { const: 'draft' } } };
const MERGED: JsonObject = object({
  success: { const: true },
  record: object({ _id: TEXT }),
  merged: TEXTS,
  moved: listOf(object({ module: TEXT, field: TEXT, count: COUNT })),
});
const USER_RECORD: JsonObject = reference('users.record');

const MODULE: JsonObject = { name: 'module', in: 'query', required: false, schema: TEXT, description: 'Name of a module.' };

const OPERATION_SCHEMAS: { readonly [operation: string]: OperationSchema } = {
  'GET /api/health': { response: object({ status: TEXT, version: TEXT }) },
  'GET /api/ready': { response: object({ status: TEXT, store: TEXT, definitions: { enum: ['current', 'last_good'] } }) },
  'GET /api/public-settings': { response: object({ settings: mapOf({}) }) },
  'POST /api/users/login': { body: publicSchema(CREDENTIALS_SCHEMA), response: SIGNED_IN },
  'POST /api/auth/refresh': { response: SIGNED_IN },
  'GET /api/users/logout': { response: object({ status: FLAG }) },
  'POST /api/users/logout': { response: object({ status: FLAG }) },
  'POST /api/users/password-reset': { body: publicSchema(RESET_SCHEMA), response: object({ status: FLAG, message: TEXT }) },
  'POST /api/users/templogin': {
    body: publicSchema(CREDENTIALS_SCHEMA),
    response: object({
      status: FLAG,
      user: object({ _id: TEXT, email: TEXT, first_name: TEXT, last_name: TEXT, userType: TEXT }),
      token: TEXT,
      error: NULLABLE_TEXT,
    }),
  },
  'POST /api/users/completeRegistration': { body: publicSchema(COMPLETION_SCHEMA), response: SIGNED_IN },
  'GET /api/auth/authenticated': {
    response: object({ authenticated: FLAG, user: USER, teams: listOf(ID_AND_NAME), impersonator: IMPERSONATOR }),
  },
  'GET /api/auth/sessions': { response: whole(reference('Session')) },
  'DELETE /api/auth/sessions/:id': { response: DONE },
  'POST /api/auth/sign-out-everywhere': { response: DONE },
  'POST /api/users/change-password': { response: SIGNED_IN },
  'POST /api/users/change-email': { response: DONE },
  'POST /api/users/confirm-email': { response: DONE },
  'GET /api/api-tokens': { response: whole(reference('ApiToken')), query: queryParametersOf(TOKENS_QUERY_SCHEMA) },
  'POST /api/api-tokens': { response: reference('CreatedApiToken'), status: '201', idempotency: 'once' },
  'DELETE /api/api-tokens/:id': { response: DONE },
  'GET /api/queues': { response: whole(reference('Queue')) },
  'GET /api/queues/:plugin/:job': { response: reference('Queue') },
  'POST /api/queues/:plugin/:job/run': { response: reference('JobDetail'), status: '201' },
  'GET /api/queues/:plugin/:job/jobs': { response: page(reference('Job')), query: queryParametersOf(JOBS_QUERY_SCHEMA) },
  ...sameFor(
    [
      'GET /api/queues/:plugin/:job/jobs/:id',
      'POST /api/queues/:plugin/:job/jobs/:id/retry',
      'POST /api/queues/:plugin/:job/jobs/:id/cancel',
    ],
    { response: reference('JobDetail') },
  ),
  'GET /api/quarantine': { response: whole(reference('QuarantineEntry')) },
  'POST /api/quarantine/:id/restore': { response: RESTORED, idempotency: 'once' },
  'DELETE /api/quarantine/:id': { response: DONE, query: [VALUES], idempotency: 'once' },
  'GET /api/aliases': { response: page(reference('AliasEntry')), query: queryParametersOf(ALIASES_QUERY_SCHEMA) },
  'DELETE /api/aliases/:id': { response: DONE, idempotency: 'once' },
  'GET /api/definitions': { response: whole(reference('DefinitionSummary')), query: queryParametersOf(DEFINITIONS_QUERY_SCHEMA) },
  'GET /api/definitions/:kind/:id': { response: reference('Definition') },
  'GET /api/change-sets': { response: page(reference('ChangeSetSummary')), query: queryParametersOf(CHANGE_SETS_QUERY_SCHEMA) },
  'POST /api/change-sets': { response: CHANGE_SET, status: '201', idempotency: 'once' },
  'GET /api/change-sets/:id': { response: CHANGE_SET },
  ...sameFor(['PUT /api/change-sets/:id', 'PUT /api/change-sets/:id/changes'], { response: CHANGE_SET, idempotency: 'once' }),
  'DELETE /api/change-sets/:id': { response: DONE, idempotency: 'once' },
  'POST /api/change-sets/:id/plan': { response: reference('ChangeSetPlan') },
  'POST /api/change-sets/:id/simulate': { response: reference('ChangeSetSimulation') },
  'POST /api/change-sets/:id/effects': { response: reference('PlannedEffects') },
  'POST /api/change-sets/:id/affected-users': { response: reference('AffectedUsersPage') },
  'POST /api/change-sets/:id/affected-records': { response: reference('AffectedRecordsPage') },
  'POST /api/previews': { response: reference('StartedPreview'), status: '201' },
  'POST /api/change-sets/:id/plan-revert': { response: reference('RevertPlan') },
  'POST /api/change-sets/:id/publish': { response: PUBLICATION, query: [VALUES], idempotency: 'once' },
  'POST /api/change-sets/:id/revert': {
    response: { ...PUBLICATION, properties: { ...(PUBLICATION['properties'] as JsonObject), notRestored: TEXTS } },
    query: [VALUES],
    idempotency: 'once',
  },
  'POST /api/change-sets/:id/conversion/stop': { response: reference('Conversion'), idempotency: 'once' },
  'POST /api/change-sets/:id/conversion/resume': { response: reference('Conversion'), idempotency: 'once' },
  'POST /api/change-sets/:id/conversion/cancel': { response: DONE },
  'POST /api/change-sets/:id/replacement/retry': { response: DONE, idempotency: 'once' },
  'POST /api/change-sets/:id/replacement/dismiss': { response: DONE, idempotency: 'once' },
  'POST /api/definitions/layout-cost': { response: reference('LayoutCost') },
  'GET /api/indexes': {
    response: object({ data: listOf(reference('Index')), total: COUNT, pageNumber: COUNT, pageSize: COUNT }),
    query: queryParametersOf(INDEXES_QUERY_SCHEMA),
  },
  'POST /api/indexes/drop': { response: DONE, idempotency: 'once' },
  'POST /api/indexes/restore': { response: DONE, idempotency: 'once' },
  ...WORKFLOW_RUN_OPERATIONS,
  ...APPROVAL_OPERATIONS,
  ...BACKTEST_OPERATIONS,
  ...SAVE_TRACE_OPERATIONS,
  'GET /api/webhooks': { response: whole(reference('Webhook')) },
  'POST /api/webhooks': { response: reference('WebhookWithSecret'), status: '201', idempotency: 'once' },
  'GET /api/webhooks/:id': { response: reference('Webhook') },
  'PUT /api/webhooks/:id': { response: reference('Webhook'), idempotency: 'once' },
  'DELETE /api/webhooks/:id': { response: DONE, idempotency: 'once' },
  'POST /api/webhooks/:id/rotate-secret': { response: reference('WebhookWithSecret'), idempotency: 'once' },
  'POST /api/webhooks/:id/test': { response: reference('WebhookDelivery') },
  'GET /api/webhooks/:id/deliveries': {
    response: object({ data: listOf(reference('WebhookDelivery')), total: COUNT, pageNumber: COUNT, pageSize: COUNT }),
    query: queryParametersOf(DELIVERIES_QUERY_SCHEMA),
  },
  'GET /api/webhooks/:id/deliveries/:delivery': { response: reference('WebhookDeliveryDetail') },
  'POST /api/webhooks/:id/deliveries/:delivery/redeliver': { response: reference('WebhookDelivery') },
  'GET /api/openapi.json': { response: object({ openapi: TEXT, info: mapOf({}), paths: mapOf({}), components: mapOf({}) }) },
  'GET /api/schemas': {
    response: object({ module: SCHEMA, layout: SCHEMA, dropdown: SCHEMA, role: SCHEMA, setting: SCHEMA, menu: SCHEMA }),
  },
  'GET /api/schemas/:kind': { response: SCHEMA },
  'GET /api/live': { response: reference('LiveServerMessage.welcome') },
  'POST /api/events/trigger-update': { response: DONE },
  'GET /api/shell': { response: reference('Shell') },
  'GET /api/shell/preview': { response: reference('ShellPreview'), query: queryParametersOf(PREVIEW_QUERY_SCHEMA) },
  'GET /api/favorites': { response: whole(LINK), query: [MODULE] },
  'PUT /api/favorites/order': { response: DONE },
  'GET /api/recently-seen': { response: whole(LINK) },
  'POST /api/recently-seen': { response: DONE },
  'POST /api/generic-modules/quick-search': {
    body: QUICK_SEARCH_SCHEMA,
    response: object({ data: listOf(reference('QuickSearchHit')), total: COUNT, _warnings: reference('Warnings') }, ['_warnings']),
  },
  'GET /api/notifications': { response: reference('NotificationPage'), query: queryParametersOf(NOTIFICATIONS_QUERY_SCHEMA) },
  'GET /api/notifications/unread-count': { response: object({ unread: COUNT }) },
  'GET /api/notifications/preferences': { response: object({ data: listOf(reference('NotificationPreference')) }) },
  'PUT /api/notifications/preferences': { response: object({ data: listOf(reference('NotificationPreference')) }) },
  'PUT /api/notifications/:id': { response: reference('Notification') },
  'POST /api/notifications/mark-all-read': { response: object({ success: { const: true }, marked: COUNT }) },
  'GET /api/saved-views': { response: reference('SavedViewList'), query: queryParametersOf(VIEWS_QUERY_SCHEMA) },
  ...sameFor(['POST /api/saved-views', 'POST /api/saved-views/:id/duplicate'], {
    response: reference('SavedView'),
    status: '201',
    idempotency: 'once',
  }),
  'GET /api/saved-views/:id': { response: reference('SavedView') },
  'PUT /api/saved-views/:id': { response: reference('SavedView'), idempotency: 'once' },
  'DELETE /api/saved-views/:id': { response: DONE, idempotency: 'once' },
  ...sameFor(['PUT /api/saved-views/order', 'PUT /api/saved-views/default'], { response: reference('SavedViewList'), idempotency: 'once' }),
  'POST /api/saved-views/counts': { response: whole(reference('SavedViewCount')) },
  'POST /api/users/createTempUserAccount': { response: USER_RECORD, status: '201', idempotency: true },
  'POST /api/users/register': { response: USER_RECORD, status: '201', idempotency: true },
  'POST /api/users/activate': { response: USER_RECORD, idempotency: true },
  'POST /api/users/update-roles': { response: USER_RECORD, idempotency: true },
  'POST /api/users/update-teams': { response: USER_RECORD, idempotency: true },
  'PUT /api/users/mark-user-active/:id': { response: USER_RECORD, idempotency: true },
  'PUT /api/users/mark-user-inactive/:id': { response: USER_RECORD, idempotency: true },
  'PUT /api/users/:id/log-login-date': { response: object({ success: FLAG, last_login_date: TEXT }) },
  'GET /api/users/user-session': { response: object({ user: USER, teams: listOf(ID_AND_NAME), impersonator: IMPERSONATOR }) },
  'POST /api/users/set-user-impersonating': { response: SIGNED_IN },
  'POST /api/users/stop-impersonating': { response: SIGNED_IN },
  'GET /api/users/check-email/:email': { response: object({ exists: FLAG, available: FLAG }) },
  'GET /api/users/:id/complete-roles-info': { response: object({ _id: TEXT, roles: listOf(ID_AND_NAME) }) },
  'GET /api/users/:id/account': { response: reference('UserAccount') },
  'GET /api/users/:id/sessions': { response: whole(reference('Session')) },
  'DELETE /api/users/:id/sessions': { response: DONE },
  'DELETE /api/users/:id/sessions/:session': { response: DONE },
  'GET /api/users/:id/api-tokens': { response: whole(reference('ApiToken')) },
  'POST /api/users/:id/send-password': { response: object({ success: FLAG, purpose: { enum: ['invite', 'reset'] } }) },
  'GET /api/users/type/:type': { response: reference('users.page'), query: LISTED },
  'GET /api/users/role/:role': { response: reference('users.page'), query: LISTED },
  'GET /api/users/user-to-assign-change-requests': { response: object({ user: { anyOf: [object({ _id: TEXT }), { type: 'null' }] } }) },
  ...sameFor(['GET /api/ss-modules', 'GET /api/ss-modules/list'], { response: page(reference('ModuleListItem')), query: LISTED }),
  ...sameFor(['GET /api/ss-modules/shallow', 'GET /api/ss-modules/shallow-modules', 'GET /api/ss-modules/report-models'], {
    response: page(reference('ModuleListItem')),
  }),
  ...sameFor(['POST /api/ss-modules/search', 'POST /api/ss-modules/dataSourceSearch'], {
    body: reference('SearchRequest'),
    response: page(reference('ModuleListItem')),
  }),
  'PUT /api/ss-modules/:id': {
    body: { anyOf: [reference('Definition.module.update'), MODULE_VIEW] },
    response: MODULE_VIEW,
    query: [VALUES],
    idempotency: 'once',
    accepted: PUBLICATION,
  },
  ...sameFor(['GET /api/ss-modules/by-name/:name', 'GET /api/ss-modules/own-profile', 'GET /api/ss-modules/:id'], {
    response: MODULE_VIEW,
  }),
  ...sameFor(['POST /api/ss-modules/update/moduleLayoutLabels', 'POST /api/ss-modules/remove/moduleLayoutField'], {
    response: MODULE_VIEW,
    idempotency: 'once',
  }),
  ...sameFor(['POST /api/ss-modules', 'POST /api/ss-modules/create'], {
    body: reference('Definition.module.create'),
    response: MODULE_VIEW,
    status: '201',
    idempotency: 'once',
  }),
  'DELETE /api/ss-modules/:id': { response: REMOVED, query: [VALUES], idempotency: 'once' },
  'GET /api/ss-modules/:id/relationships': { response: whole(reference('Relation')) },
  'GET /api/ss-modules/:id/related-modules': { response: whole(reference('ModuleSummary')) },
  ...sameFor(
    ['GET /api/ss-modules/remove/redisById/:id', 'GET /api/ss-modules/trigger-pm2-restart', 'GET /api/ss-modules/rebuild-models'],
    { response: object({ success: FLAG, version: COUNT }) },
  ),
  'GET /api/layouts/module/:id': { response: whole(reference('Definition.layout')) },
  'POST /api/dropdowns/get-by-name': { response: reference('Definition.dropdown') },
  'GET /api/admin-settings/by-key/:key': { response: reference('Definition.setting') },
  'POST /api/admin-settings/empty-cache': { response: DONE },
  ...sameFor(
    [
      'PUT /api/roles/mark-deleted/:id',
      'DELETE /api/roles/mark-deleted/:id',
      'PUT /api/roles/mark-as-deleted/by-array',
      'PUT /api/roles/delete-forever/by-array',
    ],
    { response: REMOVED, idempotency: 'once' },
  ),
  ...sameFor(['GET /api/audit-log', 'GET /api/audit-log/list', 'GET /api/audit-log/get-record-changes-by-module/:module/:recordId'], {
    response: page(AUDIT_ENTRY),
    query: queryParametersOf(AUDIT_QUERY_SCHEMA),
  }),
  ...sameFor(['POST /api/audit-log/search', 'POST /api/audit-log/dataSourceSearch', 'POST /api/audit-log/paged-search'], {
    body: publicSchema(AUDIT_SEARCH_SCHEMA),
    response: page(AUDIT_ENTRY),
  }),
  'POST /api/audit-log/export': { body: publicSchema(AUDIT_EXPORT_SCHEMA), mediaType: 'text/csv' },
  'GET /api/audit-log/:id': { response: AUDIT_ENTRY, query: [MODULE] },
  ...sameFor(['POST /api/audit-log', 'POST /api/audit-log/create'], { response: AUDIT_ENTRY, status: '201', idempotency: 'once' }),
  'POST /api/audit-log/create-change-log-entries': {
    response: object({ success: FLAG, data: listOf(AUDIT_ENTRY) }),
    status: '201',
    idempotency: 'once',
  },
  ...sameFor(['GET /api/email-addresses', 'GET /api/email-addresses/list'], {
    response: page(EMAIL_ENTRY),
    query: queryParametersOf(EMAIL_SEARCH_SCHEMA),
  }),
  ...sameFor(['POST /api/email-addresses/search', 'POST /api/email-addresses/dataSourceSearch'], {
    body: publicSchema(EMAIL_SEARCH_SCHEMA),
    response: page(EMAIL_ENTRY),
  }),
  'POST /api/email-addresses/get-emails-for-record': { response: whole(EMAIL_ENTRY) },
  'POST /api/email-addresses/update-email-addresses': {
    response: object({ success: FLAG, data: listOf(EMAIL_ENTRY), _version: COUNT }),
    idempotency: true,
  },
  'GET /api/email-addresses/:id': { response: EMAIL_ENTRY },
  'GET /api/access/overview': { response: reference('AccessOverview'), query: queryParametersOf(OVERVIEW_QUERY_SCHEMA) },
  'GET /api/access/explain-permission': { response: reference('AccessExplanation'), query: queryParametersOf(PERMISSION_QUERY_SCHEMA) },
  'GET /api/access/values': { response: reference('AccessValues'), query: queryParametersOf(VALUES_QUERY_SCHEMA) },
  'GET /api/access/explain': { response: reference('AccessExplanation'), query: queryParametersOf(EXPLAIN_QUERY_SCHEMA) },
  'GET /api/batches': { response: reference('BatchPage'), query: queryParametersOf(BATCHES_QUERY_SCHEMA) },
  'POST /api/batches/:id/undo': {
    response: object({
      success: FLAG,
      batchId: TEXT,
      undoBatchId: TEXT,
      undone: listOf(PLACE),
      left: listOf(object({ module: TEXT, _id: TEXT, code: TEXT, error: TEXT })),
    }),
  },
  'GET /api/batches/:id/undo': { response: reference('UndoProgress') },
  ...sameFor(['POST /api/merge', 'POST /api/merge/records'], { response: MERGED, idempotency: true }),
  ...sameFor(['GET /api/zips', 'GET /api/zips/list'], { response: page(ZIP_PLACE), query: queryParametersOf(ZIP_LIST_SCHEMA) }),
  'POST /api/zips/advancedSearch': { body: ZIP_SEARCH_SCHEMA, response: page(ZIP_PLACE) },
  'GET /api/zips/by-code/:code': { response: ZIP_PLACE },
  'GET /api/admin-settings/forms': { response: whole(reference('Setting')) },
  ...sameFor(['PUT /api/admin-settings/:id/value', 'POST /api/admin-settings/:id/reset'], { response: DONE, idempotency: 'once' }),
  'GET /api/plugins': { response: whole(reference('PluginStatus')) },
  'GET /api/plugins/permissions': { response: whole(reference('PluginPermission')) },
  'GET /api/plugins/secrets': { response: whole(reference('PluginSecret')) },
  ...sameFor(['PUT /api/plugins/:plugin/secrets/:key', 'DELETE /api/plugins/:plugin/secrets/:key'], {
    response: reference('PluginSecret'),
  }),
  'GET /api/ready/problems': { response: whole(reference('DefinitionProblem')) },
  'GET /api/ready/conflicts': { response: whole(reference('DefinitionConflict')) },
  'POST /api/ready/conflicts/settle': { response: whole(reference('DefinitionConflict')), idempotency: 'once' },
  'GET /api/ready/attention': { response: reference('Attention') },
  'GET /api/outbox/failing': { response: whole(reference('FailingEffect')) },
  'GET /api/mail': { response: page(reference('StoredMail')), query: queryParametersOf(MAIL_QUERY_SCHEMA) },
  ...sameFor(['GET /api/demo-data', 'POST /api/demo-data/remove'], { response: reference('DemoData') }),
  'POST /api/mail/:id/resend': { response: DONE },
  'POST /api/outbox/:id/retry': { response: DONE },
  ...definitionOperationSchemas('/api/dropdowns', 'dropdown'),
  ...definitionOperationSchemas('/api/admin-settings', 'setting'),
  ...definitionOperationSchemas('/api/roles', 'role'),
  // The rows also contain the fields of the records of roles.
  ...sameFor(['POST /api/roles/search', 'POST /api/roles/dataSourceSearch'], {
    body: reference('SearchRequest'),
    response: page(object({ _id: TEXT, name: TEXT }, ['name'])),
  }),
  ...definitionOperationSchemas('/api/layouts', 'layout'),
  ...workflowOperationSchemas(),
};

/** Returns the schemas of an endpoint with a fixed path. `path` is written with `{id}` or `:id`. */
export function operationSchemaOf(method: string, path: string): OperationSchema {
  const operation = `${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`;
  const body = REQUEST_BODY_SCHEMAS[operation];
  return { ...OPERATION_SCHEMAS[operation], ...(body === undefined ? {} : { body }) };
}

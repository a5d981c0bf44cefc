import type { JsonObject } from '#engine/model/values';
import { WORKFLOW_PARTS, type WorkflowPart } from '#engine/model/workflows';
import { ERROR_RESPONSES } from './components.ts';
import { operationSchemaOf } from './fixed-path-schemas.ts';
import { describeAlias, json, operationIdOf, parameter, pathParametersOf, type Paths } from './schema-parts.ts';

/**
 * An endpoint with a path of its own: method, path, summary, whether it takes a body. A leading '-' on the method: no
 * session is needed.
 */
type NamedEndpoint = readonly [method: string, path: string, summary: string, takesBody?: boolean];

const DEFINITION_KINDS = [
  ['dropdowns', 'dropdown'],
  ['admin-settings', 'setting'],
  ['roles', 'role'],
  ['layouts', 'layout'],
  ['workflows', 'workflow'],
] as const;

const ENDPOINTS: readonly NamedEndpoint[] = [
  ['-GET', '/api/health', 'Liveness check'],
  ['-GET', '/api/ready', 'Readiness check: migration and first seed are done'],
  ['-GET', '/api/public-settings', 'Settings that anyone may read'],
  ['-POST', '/api/users/login', 'Sign in', true],
  ['-POST', '/api/auth/refresh', 'Renew the access token by the refresh cookie'],
  ['-GET', '/api/users/logout', 'Sign out'],
  ['-POST', '/api/users/logout', 'Sign out'],
  ['-POST', '/api/users/password-reset', 'Ask for a temporary password', true],
  ['-POST', '/api/users/templogin', 'Sign in with a temporary password', true],
  ['-POST', '/api/users/completeRegistration', 'Set the password', true],
  ['GET', '/api/auth/authenticated', 'Who is signed in'],
  ['GET', '/api/auth/sessions', 'Your open sessions, latest used first'],
  ['DELETE', '/api/auth/sessions/{id}', 'End one of your sessions'],
  ['POST', '/api/auth/sign-out-everywhere', 'End all of your sessions'],
  ['POST', '/api/users/change-password', 'Change your password; your other sessions end, and by default your API tokens', true],
  ['POST', '/api/users/change-email', 'Ask to change your e-mail: a code is sent to the new address', true],
  ['POST', '/api/users/confirm-email', 'Change your e-mail with the code that was sent to it', true],
  ['GET', '/api/api-tokens', 'API tokens, without their text'],
  ['POST', '/api/api-tokens', 'Create an API token; its text is returned only this once', true],
  ['DELETE', '/api/api-tokens/{id}', 'Revoke an API token'],
  ['GET', '/api/queues', 'Queues of background jobs, with schedule, next and last run (System Admin)'],
  ['GET', '/api/queues/{plugin}/{job}', 'A queue with schedule, next and last run (System Admin)'],
  ['POST', '/api/queues/{plugin}/{job}/run', 'Run a job now, beside its schedule (System Admin)'],
  ['GET', '/api/queues/{plugin}/{job}/jobs', 'Jobs of a queue in a state; ended ones latest first (System Admin)'],
  ['GET', '/api/queues/{plugin}/{job}/jobs/{id}', 'A job with its payload and failed attempts (System Admin)'],
  ['POST', '/api/queues/{plugin}/{job}/jobs/{id}/retry', 'Retry a failed job now, with all its attempts (System Admin)'],
  ['POST', '/api/queues/{plugin}/{job}/jobs/{id}/cancel', 'Cancel a job that has not ended (System Admin)'],
  ['GET', '/api/indexes', 'Indexes of all modules and their use, unused ones first (System Admin)'],
  ['POST', '/api/indexes/drop', 'Drop an index: the module is published without it (System Admin)', true],
  ['POST', '/api/indexes/restore', 'Create a dropped index again (System Admin)', true],
  [
    'GET',
    '/api/quarantine',
    'Removed fields and modules whose values stay for 30 days, and removed options that records have (System Admin)',
  ],
  [
    'POST',
    '/api/quarantine/{id}/restore',
    'Add a removed field or module again, with its values; for an option create a draft that does (System Admin)',
  ],
  [
    'DELETE',
    '/api/quarantine/{id}',
    'Remove the values of a removed field, module or option now; those of an option can become another one (System Admin)',
  ],
  ['GET', '/api/aliases', 'Earlier names of modules, fields and relations that are still accepted, with their uses (System Admin)'],
  ['DELETE', '/api/aliases/{id}', 'Remove an alias: its earlier name is unknown from then on (System Admin)'],
  ['POST', '/api/definitions/layout-cost', 'What sorting and searching by the fields of a layout costs on this store (System Admin)'],
  ['GET', '/api/definitions', 'The effective definitions of a kind, without their content (System Admin)'],
  ['GET', '/api/definitions/{kind}/{id}', 'A definition with its base and what refers to it (System Admin)'],
  ['GET', '/api/change-sets', 'Drafts and published change-sets, the latest first (System Admin)'],
  ['POST', '/api/change-sets', 'Create a draft of changes to the definitions (System Admin)', true],
  ['GET', '/api/change-sets/{id}', 'A change-set with its changes; a draft with its problems and conflicts (System Admin)'],
  ['PUT', '/api/change-sets/{id}', 'Rename a draft, share it, or make it private (System Admin)', true],
  ['PUT', '/api/change-sets/{id}/changes', 'Add changes to a draft, or take them out (System Admin)', true],
  ['DELETE', '/api/change-sets/{id}', 'Discard a draft (System Admin)'],
  ['POST', '/api/change-sets/{id}/plan', 'What publishing a draft would do now (System Admin)'],
  ['POST', '/api/change-sets/{id}/simulate', 'What a user would see if a draft were published (System Admin)'],
  ['POST', '/api/change-sets/{id}/effects', 'Effects of a draft on records that its plan did not count (System Admin)'],
  ['POST', '/api/change-sets/{id}/affected-users', 'Users of a role whose right a draft changes (System Admin)'],
  ['POST', '/api/change-sets/{id}/affected-records', 'Records on which a user gains or loses a right by a draft (System Admin)'],
  ['POST', '/api/change-sets/{id}/publish', 'Publish a draft (System Admin)', true],
  ['POST', '/api/change-sets/{id}/plan-revert', 'What reverting a published change-set would do now (System Admin)'],
  ['POST', '/api/change-sets/{id}/revert', 'Revert a published change-set, without later ones (System Admin)', true],
  ['POST', '/api/change-sets/{id}/conversion/stop', 'Stop the conversion of values of a change-set (System Admin)'],
  [
    'POST',
    '/api/change-sets/{id}/conversion/resume',
    'Resume it, with decisions about values that cannot be converted (System Admin)',
    true,
  ],
  ['POST', '/api/change-sets/{id}/conversion/cancel', 'End it, and leave all values as they were (System Admin)'],
  ['POST', '/api/change-sets/{id}/replacement/retry', 'Replace again the removed values that rules refused to replace (System Admin)'],
  ['POST', '/api/change-sets/{id}/replacement/dismiss', 'Let records keep the removed values that rules refused to replace (System Admin)'],
  [
    'POST',
    '/api/previews',
    'Start a preview: the bearer token with which the API shows a draft with the rights of somebody else (System Admin)',
    true,
  ],
  ['GET', '/api/workflows/{id}/runs', 'Runs of a workflow, the newest first: of a record, or all (System Admin)'],
  ['POST', '/api/workflows/{id}/run', 'Start a workflow by its button on a record', true],
  ['POST', '/api/workflows/{id}/test', 'Run a workflow, or its draft, on a record without saving or sending anything (System Admin)', true],
  ['POST', '/api/workflows/{id}/backtest', 'Evaluate a workflow, or its draft, on the saves of the last days (System Admin)', true],
  ['GET', '/api/workflow-backtests/{id}', 'A backtest: its progress, and the saves that would have started the workflow (System Admin)'],
  ['POST', '/api/workflow-backtests/{id}/cancel', 'Stop a backtest (System Admin)'],
  ['POST', '/api/workflows/{id}/rotate-secret', 'A new secret URL for a workflow that a webhook starts (System Admin)'],
  ['GET', '/api/workflow-action-types', 'Actions of plugins that workflows can have as steps, with the schemas of their inputs'],
  ['GET', '/api/workflow-runs', 'Runs of workflows, the newest first: of a record, or all (System Admin)'],
  ['GET', '/api/workflow-runs/{id}', 'A run of a workflow, with its steps'],
  ['POST', '/api/workflow-runs/retry', 'Let failed runs go on from their failed steps (System Admin)', true],
  ['POST', '/api/workflow-runs/{id}/retry', 'Let a failed run go on from its failed step (System Admin)'],
  ['POST', '/api/workflow-runs/{id}/cancel', 'Stop a run that has not ended (System Admin)'],
  ['POST', '/api/workflow-runs/{id}/approve', 'Approve what the run waits for (its approvers)', true],
  ['POST', '/api/workflow-runs/{id}/decline', 'Decline what the run waits for (its approvers)', true],
  ['POST', '/api/workflow-runs/{id}/delegate', 'Hand the approval over to another user (its approvers)', true],
  ['GET', '/api/approvals', 'Approvals that wait for you, the oldest first: all, of a record, or of a run'],
  ['-GET', '/api/approval-links/{token}', 'What the link of an approval e-mail is about. It decides nothing'],
  ['-POST', '/api/approval-links/{token}', 'Decide by the link of an approval e-mail', true],
  ['-POST', '/api/workflow-hooks/{id}/{secret}', 'Start a workflow by its secret URL; `record` of the body names the record', true],
  ['GET', '/api/save-traces', 'Traces of saves, the newest first (System Admin)'],
  ['GET', '/api/save-traces/users', 'Users whose saves are traced now (System Admin)'],
  ['PUT', '/api/save-traces/users/{id}', 'Trace the saves of a user for one hour (System Admin)'],
  ['DELETE', '/api/save-traces/users/{id}', 'Stop tracing the saves of a user (System Admin)'],
  ['GET', '/api/save-traces/{id}', 'What a save did: its stages, hooks, workflows, fields and queries (System Admin)'],
  ['DELETE', '/api/save-traces/{id}', 'Delete a trace (System Admin)'],
  [
    'POST',
    '/api/save-traces/{id}/replay',
    'Run a traced save again with the plugins of now, without saving or sending anything (System Admin)',
  ],
  ['GET', '/api/webhooks', 'Webhooks, without their secrets (System Admin)'],
  ['POST', '/api/webhooks', 'Create a webhook; its secret is returned only this once (System Admin)', true],
  ['GET', '/api/webhooks/{id}', 'A webhook (System Admin)'],
  ['PUT', '/api/webhooks/{id}', 'Change a webhook, or switch it on or off; pending deliveries stay (System Admin)', true],
  ['DELETE', '/api/webhooks/{id}', 'Delete a webhook and its deliveries (System Admin)'],
  ['POST', '/api/webhooks/{id}/rotate-secret', 'Rotate the secret; for a day messages are signed with both (System Admin)'],
  ['POST', '/api/webhooks/{id}/test', 'Send a test message now, and return the result (System Admin)'],
  ['GET', '/api/webhooks/{id}/deliveries', 'Deliveries of a webhook, the newest first (System Admin)'],
  ['GET', '/api/webhooks/{id}/deliveries/{delivery}', 'A delivery with what is sent (System Admin)'],
  ['POST', '/api/webhooks/{id}/deliveries/{delivery}/redeliver', 'Send a delivery again, under the same id (System Admin)'],
  ['GET', '/api/openapi.json', 'This document'],
  ['GET', '/api/schemas', 'The JSON Schemas of definitions, by kind'],
  ['GET', '/api/schemas/{kind}', 'The JSON Schema of one kind of definitions: module, layout, dropdown, role, setting, menu or workflow'],
  ['GET', '/api/shell', 'Data of the application shell after sign-in'],
  ['GET', '/api/shell/preview', 'The menu of another user (System Admin)'],
  ['GET', '/api/favorites', 'Favourites, in their order'],
  ['PUT', '/api/favorites/order', 'Order your favourites', true],
  ['GET', '/api/recently-seen', 'Recently opened records'],
  ['POST', '/api/recently-seen', 'Record that a record was opened', true],
  ['POST', '/api/generic-modules/quick-search', 'Search all modules: people first, then recently opened records', true],
  ['GET', '/api/notifications', 'Your notifications, the newest first'],
  ['GET', '/api/notifications/unread-count', 'How many of your notifications are not read'],
  ['GET', '/api/notifications/preferences', 'Which notifications you get under the bell, and by e-mail'],
  ['PUT', '/api/notifications/preferences', 'Choose which notifications you get under the bell, and by e-mail', true],
  ['PUT', '/api/notifications/{id}', 'Mark one of your notifications as read or not read', true],
  ['POST', '/api/notifications/mark-all-read', 'Mark your notifications as read: all, or those until a time', true],
  ['GET', '/api/saved-views', 'Saved views of a module that the caller may use'],
  ['POST', '/api/saved-views', 'Save a view', true],
  ['GET', '/api/saved-views/{id}', 'A saved view'],
  ['PUT', '/api/saved-views/{id}', 'Change a saved view', true],
  ['DELETE', '/api/saved-views/{id}', 'Delete a saved view'],
  ['POST', '/api/saved-views/{id}/duplicate', 'Copy a saved view', true],
  ['PUT', '/api/saved-views/order', 'Reorder the saved views of a module for the current user', true],
  ['PUT', '/api/saved-views/default', 'Set the default view of a list for the current user', true],
  ['POST', '/api/saved-views/counts', 'Count the records of each saved view of a module', true],
  ['POST', '/api/users/createTempUserAccount', 'Invite a user', true],
  ['POST', '/api/users/register', 'Create a user with a password (System Admin)', true],
  ['POST', '/api/users/activate', 'Activate a user', true],
  ['POST', '/api/users/update-roles', "Set a user's roles", true],
  ['POST', '/api/users/update-teams', "Set a user's teams", true],
  ['PUT', '/api/users/mark-user-active/{id}', 'Activate a user'],
  ['PUT', '/api/users/mark-user-inactive/{id}', 'Deactivate a user'],
  ['PUT', '/api/users/{id}/log-login-date', 'Record the date of the sign-in'],
  ['GET', '/api/users/user-session', 'Who is signed in'],
  ['POST', '/api/users/set-user-impersonating', 'Act as another active user of a lower type; the session goes on as theirs', true],
  ['POST', '/api/users/stop-impersonating', 'Go on as the user who signed in'],
  ['GET', '/api/users/check-email/{email}', 'Whether an e-mail is free'],
  ['GET', '/api/users/{id}/complete-roles-info', 'A user with the permissions of their roles'],
  ['GET', '/api/users/{id}/account', 'How a user signs in, and whether you may act as them (System Admin)'],
  ['GET', '/api/users/{id}/sessions', 'Open sessions of a user, latest used first (System Admin)'],
  ['DELETE', '/api/users/{id}/sessions', 'End all sessions of a user (System Admin)'],
  ['DELETE', '/api/users/{id}/sessions/{session}', 'End a session of a user (System Admin)'],
  ['GET', '/api/users/{id}/api-tokens', 'API tokens of a user, without their text (System Admin)'],
  [
    'POST',
    '/api/users/{id}/send-password',
    'Send a user a temporary password: an invite, or a reset if they have a password (System Admin)',
  ],
  ['GET', '/api/users/type/{type}', 'Users of a type'],
  ['GET', '/api/users/role/{role}', 'Users with a role'],
  ['GET', '/api/users/user-to-assign-change-requests', 'Who gets change requests'],
  ['GET', '/api/ss-modules', 'Modules'],
  ['GET', '/api/ss-modules/list', 'Modules'],
  ['GET', '/api/ss-modules/shallow', 'Module summaries'],
  ['GET', '/api/ss-modules/shallow-modules', 'Module summaries'],
  ['GET', '/api/ss-modules/report-models', 'Modules that reports may read'],
  ['POST', '/api/ss-modules/search', 'Search modules', true],
  ['POST', '/api/ss-modules/dataSourceSearch', 'Search modules', true],
  ['GET', '/api/ss-modules/by-name/{name}', 'Metadata of a module: fields, layouts, dropdowns, rights'],
  ['GET', '/api/ss-modules/own-profile', "Metadata of the users module for the user's own profile"],
  ['GET', '/api/ss-modules/{id}', 'Metadata of a module: fields, layouts, dropdowns, rights'],
  ['GET', '/api/ss-modules/{id}/relationships', 'Relations of a module'],
  ['GET', '/api/ss-modules/{id}/related-modules', 'Related modules'],
  ['GET', '/api/ss-modules/remove/redisById/{id}', 'Reload the definitions (System Admin)'],
  ['GET', '/api/ss-modules/trigger-pm2-restart', 'Reload the definitions (System Admin)'],
  ['GET', '/api/ss-modules/rebuild-models', 'Reload the definitions (System Admin)'],
  ['POST', '/api/ss-modules', 'Create a module (System Admin)', true],
  ['POST', '/api/ss-modules/create', 'Create a module (System Admin)', true],
  ['PUT', '/api/ss-modules/{id}', 'Change a module (System Admin)', true],
  ['DELETE', '/api/ss-modules/{id}', 'Delete a module (System Admin)'],
  ['POST', '/api/ss-modules/update/moduleLayoutLabels', "Change a field's label in the layouts (System Admin)", true],
  ['POST', '/api/ss-modules/remove/moduleLayoutField', 'Remove a field from the layouts (System Admin)', true],
  ['GET', '/api/layouts/module/{id}', 'Layouts of a module'],
  ['POST', '/api/dropdowns/get-by-name', 'A dropdown by its name', true],
  ['GET', '/api/admin-settings/by-key/{key}', 'A setting by its key'],
  ['POST', '/api/admin-settings/empty-cache', 'Read the settings again (System Admin)'],
  ['PUT', '/api/roles/mark-deleted/{id}', 'Delete a role (System Admin)'],
  ['DELETE', '/api/roles/mark-deleted/{id}', 'Delete a role (System Admin)'],
  ['PUT', '/api/roles/mark-as-deleted/by-array', 'Delete roles (System Admin)', true],
  ['PUT', '/api/roles/delete-forever/by-array', 'Delete roles (System Admin)', true],
  ['GET', '/api/audit-log', 'History of records'],
  ['GET', '/api/audit-log/list', 'History of records'],
  ['POST', '/api/audit-log/search', 'Search the history', true],
  ['POST', '/api/audit-log/dataSourceSearch', 'Search the history', true],
  ['POST', '/api/audit-log/paged-search', 'Search the history', true],
  ['POST', '/api/audit-log/export', 'The history that a filter matches, as a CSV file', true],
  ['GET', '/api/audit-log/get-record-changes-by-module/{module}/{recordId}', 'History of a record'],
  ['GET', '/api/audit-log/{id}', 'An entry of the history'],
  ['POST', '/api/audit-log', 'Add an entry (System Admin)', true],
  ['POST', '/api/audit-log/create', 'Add an entry (System Admin)', true],
  ['POST', '/api/audit-log/create-change-log-entries', 'Add entries (System Admin)', true],
  ['PUT', '/api/audit-log/{id}', 'Always refused: the history is append-only', true],
  ['DELETE', '/api/audit-log/{id}', 'Always refused: the history is append-only'],
  ['GET', '/api/email-addresses', 'E-mail addresses of records'],
  ['GET', '/api/email-addresses/list', 'E-mail addresses of records'],
  ['POST', '/api/email-addresses/search', 'Search e-mail addresses', true],
  ['POST', '/api/email-addresses/dataSourceSearch', 'Search e-mail addresses', true],
  ['POST', '/api/email-addresses/get-emails-for-record', 'E-mail addresses of a record', true],
  ['POST', '/api/email-addresses/update-email-addresses', 'Replace the e-mail addresses of a record', true],
  ['GET', '/api/email-addresses/{id}', 'An e-mail address of a record'],
  ['GET', '/api/access/explain', 'Explain an access decision'],
  ['GET', '/api/access/explain-permission', 'Explain whether a user has a permission of a plugin'],
  ['GET', '/api/access/overview', 'What a user may do with a record or a module, and why (System Admin)'],
  ['GET', '/api/access/values', 'A record as a user sees it, also with a draft (System Admin)'],
  ['GET', '/api/batches', 'Your bulk operations, the newest first; for System Admins those of everyone'],
  ['POST', '/api/batches/{id}/undo', 'Undo a batch'],
  ['GET', '/api/batches/{id}/undo', 'Progress of an undo'],
  ['POST', '/api/merge', 'Merge a record into another of its module', true],
  ['POST', '/api/merge/records', 'Merge records into one, with the values chosen', true],
  ['-GET', '/api/live', 'Live events: a websocket, with a token in its first message (see the section on live events)'],
  ['POST', '/api/events/trigger-update', 'Ask every browser to reload its page (System Admin)'],
  ['GET', '/api/zips', 'ZIP codes with city, state and coordinates'],
  ['GET', '/api/zips/list', 'ZIP codes with city, state and coordinates'],
  ['POST', '/api/zips/advancedSearch', 'Search ZIP codes, also within a radius', true],
  ['GET', '/api/zips/by-code/{code}', 'City, state and coordinates of a ZIP code'],
  ['GET', '/api/admin-settings/forms', 'Settings with schemas, defaults and last changes (System Admin)'],
  ['PUT', '/api/admin-settings/{id}/value', 'Save the value of a setting (System Admin)', true],
  ['POST', '/api/admin-settings/{id}/reset', 'Save the default of a setting (System Admin)', true],
  ['GET', '/api/plugins', 'Status of the plugins (System Admin)'],
  ['GET', '/api/plugins/permissions', 'Permissions that roles can grant (System Admin)'],
  ['GET', '/api/plugins/secrets', 'Secret settings of the plugins, without their values (System Admin)'],
  ['PUT', '/api/plugins/{plugin}/secrets/{key}', 'Enter a secret setting (System Admin)', true],
  ['DELETE', '/api/plugins/{plugin}/secrets/{key}', 'Remove a secret setting (System Admin)'],
  ['GET', '/api/outbox/failing', 'Failed post-save effects (System Admin)'],
  [
    'GET',
    '/api/ready/problems',
    'Problems of the definitions: why the last good ones are active instead of the files, and settings whose defaults are used (System Admin)',
  ],
  ['GET', '/api/ready/conflicts', 'Properties of definitions that both an upgrade and a customization changed (System Admin)'],
  ['POST', '/api/ready/conflicts/settle', 'Use the customized value or that of the files for such a property (System Admin)'],
  [
    'GET',
    '/api/ready/attention',
    'What System Admins have to settle: failing effects, plugins that are off, problems and conflicts of definitions',
  ],
  ['GET', '/api/demo-data', 'The records of the first seed that are left (System Admin)'],
  ['POST', '/api/demo-data/remove', 'Remove the records of the first seed in the background (System Admin)'],
  ['GET', '/api/mail', 'E-mails that were sent, failed, or were stored instead of sent (System Admin)'],
  ['POST', '/api/mail/{id}/resend', 'Send an e-mail again (System Admin)'],
  ['POST', '/api/outbox/{id}/retry', 'Retry an effect now (System Admin)'],
  ['POST', '/api/workflows/paged-search', 'Search: workflow', true],
  ...WORKFLOW_PARTS.flatMap((part) => partEndpoints(part)),
  ...DEFINITION_KINDS.flatMap(([base, kind]) => definitionEndpoints(`/api/${base}`, kind)),
];

/** Returns the endpoints that do not depend on a module. */
export function fixedPaths(): Paths {
  const paths: Paths = {};
  for (const endpoint of ENDPOINTS) {
    const canonical = ENDPOINTS.find((one) => isSame(one, endpoint));
    const alias = canonical === undefined || canonical === endpoint ? {} : describeAlias(methodOf(canonical), canonical[1]);
    (paths[endpoint[1]] ??= {})[methodOf(endpoint).toLowerCase()] = { ...describe(endpoint), ...alias };
  }
  return { ...paths, '/api/metrics': { get: METRICS } };
}

/** Whether two endpoints do the same: those of one group with one summary. The first one in the list is the canonical one. */
function isSame([, path, summary]: NamedEndpoint, [, otherPath, otherSummary]: NamedEndpoint): boolean {
  return summary === otherSummary && groupOf(path) === groupOf(otherPath);
}

const methodOf = ([method]: NamedEndpoint): string => method.replace('-', '');
const groupOf = (path: string): string => path.split('/')[2] ?? 'api';

/** The only response of these that is not JSON. */
const METRICS: JsonObject = {
  summary: 'Measures of the process for Prometheus; the bearer token is that of MUSTER_METRICS_TOKEN',
  operationId: operationIdOf('GET', '/api/metrics'),
  tags: [groupOf('/api/metrics')],
  security: [],
  responses: {
    200: { description: 'Done.', content: { 'text/plain': { schema: { type: 'string' } } } },
    ...ERROR_RESPONSES,
  },
};

function describe([method, path, summary, takesBody]: NamedEndpoint): JsonObject {
  const shape = operationSchemaOf(method.replace('-', ''), path);
  const parameters = [
    ...pathParametersOf(path),
    ...(shape.query ?? []),
    ...(shape.idempotency === undefined ? [] : [parameter('IdempotencyKey')]),
    ...(shape.idempotency === true ? [parameter('BatchId'), parameter('Duplicates')] : []),
  ];
  return {
    summary,
    operationId: operationIdOf(method.replace('-', ''), path),
    tags: [groupOf(path)],
    ...(method.startsWith('-') ? { security: [] } : {}),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(takesBody === true ? { requestBody: { required: true, content: json(shape.body ?? { type: 'object' }) } } : {}),
    responses: {
      [shape.status ?? '200']: {
        description: shape.status === undefined ? 'Done.' : 'Made.',
        content:
          shape.mediaType === undefined
            ? json(shape.response ?? { type: 'object' })
            : { [shape.mediaType]: { schema: { type: 'string' } } },
      },
      ...(shape.accepted === undefined ? {} : { 202: { description: 'Accepted: it takes effect later.', content: json(shape.accepted) } }),
      ...ERROR_RESPONSES,
    },
  };
}

/** The actions, alerts and conditions of workflows. */
function partEndpoints(part: WorkflowPart): readonly NamedEndpoint[] {
  const [base, name] = [`/api/workflow-${part}`, `workflow ${part.slice(0, -1)}`];
  return [...definitionEndpoints(base, name), ['DELETE', `${base}/by-workflow/{id}`, `Delete each ${name} of a workflow (System Admin)`]];
}

function definitionEndpoints(base: string, kind: string): readonly NamedEndpoint[] {
  return [
    ['GET', base, `List: ${kind}`],
    ['GET', `${base}/list`, `List: ${kind}`],
    ['GET', `${base}/{id}`, `Read a ${kind}`],
    ['POST', `${base}/search`, `Search: ${kind}`, true],
    ['POST', `${base}/dataSourceSearch`, `Search: ${kind}`, true],
    ['POST', base, `Create a ${kind} (System Admin)`, true],
    ['POST', `${base}/create`, `Create a ${kind} (System Admin)`, true],
    ['PUT', `${base}/{id}`, `Change a ${kind} (System Admin)`, true],
    ['PUT', `${base}/update`, `Change a ${kind} (System Admin)`, true],
    ['DELETE', `${base}/{id}`, `Delete a ${kind} (System Admin)`],
  ];
}

import type { JsonObject } from '#engine/model';
import { REFUSALS } from './refusals.ts';
import { namedSchemaOf } from './named-schemas.ts';
import { json, operationIdOf, parameter, pathParametersOf, type Paths } from './schema-parts.ts';

/** A call with a path of its own: method, path, summary, whether it takes a body. A leading '-' on the method: no session is needed. */
type NamedCall = readonly [method: string, path: string, summary: string, takesBody?: boolean];

const DEFINITION_KINDS = [['dropdowns', 'dropdown'], ['admin-settings', 'setting'], ['roles', 'role'], ['layouts', 'layout']] as const;

const CALLS: readonly NamedCall[] = [
  ['-GET', '/api/health', 'The process answers'],
  ['-GET', '/api/ready', 'Migration and first seed are done'],
  ['-GET', '/api/public-settings', 'Settings that anyone may read'],
  ['-POST', '/api/users/login', 'Sign in', true],
  ['-POST', '/api/auth/refresh', 'Renew the access token by the refresh cookie'],
  ['-GET', '/api/users/logout', 'Sign out'],
  ['-POST', '/api/users/logout', 'Sign out'],
  ['-POST', '/api/users/password-reset', 'Ask for a temporary password', true],
  ['-POST', '/api/users/templogin', 'Sign in with a temporary password', true],
  ['-POST', '/api/users/completeRegistration', 'Set the password', true],
  ['GET', '/api/auth/authenticated', 'Who is signed in'],
  ['GET', '/api/openapi.json', 'This document'],
  ['GET', '/api/shell', 'What the frame needs after sign-in'],
  ['GET', '/api/favorites', 'Favourites'],
  ['GET', '/api/recently-seen', 'What was opened last'],
  ['POST', '/api/recently-seen', 'Note that a record was opened', true],
  ['POST', '/api/users/createTempUserAccount', 'Invite a user', true],
  ['POST', '/api/users/register', 'Make a user with a password (System Admin)', true],
  ['POST', '/api/users/activate', 'Make a user active', true],
  ['POST', '/api/users/update-roles', "Set a user's roles", true],
  ['POST', '/api/users/update-teams', "Set a user's teams", true],
  ['PUT', '/api/users/mark-user-active/{id}', 'Make a user active'],
  ['PUT', '/api/users/mark-user-inactive/{id}', 'Make a user inactive'],
  ['PUT', '/api/users/{id}/log-login-date', 'Note the sign-in'],
  ['GET', '/api/users/user-session', 'Who is signed in'],
  ['GET', '/api/users/check-email/{email}', 'Whether an e-mail is free'],
  ['GET', '/api/users/{id}/complete-roles-info', 'A user with all that their roles give'],
  ['GET', '/api/users/type/{type}', 'Users of a type'],
  ['GET', '/api/users/role/{role}', 'Users with a role'],
  ['GET', '/api/users/user-to-assign-change-requests', 'Who gets change requests'],
  ['GET', '/api/ss-modules', 'Modules'],
  ['GET', '/api/ss-modules/list', 'Modules'],
  ['GET', '/api/ss-modules/shallow', 'Modules in short'],
  ['GET', '/api/ss-modules/shallow-modules', 'Modules in short'],
  ['GET', '/api/ss-modules/report-models', 'Modules that reports may read'],
  ['POST', '/api/ss-modules/search', 'Search modules', true],
  ['POST', '/api/ss-modules/dataSourceSearch', 'Search modules', true],
  ['GET', '/api/ss-modules/by-name/{name}', 'All that screens need of a module'],
  ['GET', '/api/ss-modules/{id}', 'All that screens need of a module'],
  ['GET', '/api/ss-modules/{id}/relationships', 'Relations of a module'],
  ['GET', '/api/ss-modules/{id}/related-modules', 'Modules at the other end of its relations'],
  ['GET', '/api/ss-modules/remove/redisById/{id}', 'Reload the definitions (System Admin)'],
  ['GET', '/api/ss-modules/trigger-pm2-restart', 'Reload the definitions (System Admin)'],
  ['GET', '/api/ss-modules/rebuild-models', 'Reload the definitions (System Admin)'],
  ['POST', '/api/ss-modules', 'Make a module (System Admin)', true],
  ['POST', '/api/ss-modules/create', 'Make a module (System Admin)', true],
  ['PUT', '/api/ss-modules/{id}', 'Change a module (System Admin)', true],
  ['DELETE', '/api/ss-modules/{id}', 'Take a module away (System Admin)'],
  ['POST', '/api/ss-modules/update/moduleLayoutLabels', "Change a field's label in the layouts (System Admin)", true],
  ['POST', '/api/ss-modules/remove/moduleLayoutField', 'Take a field out of the layouts (System Admin)', true],
  ['GET', '/api/layouts/module/{id}', 'Layouts of a module'],
  ['POST', '/api/dropdowns/get-by-name', 'A dropdown by its name', true],
  ['GET', '/api/admin-settings/by-key/{key}', 'A setting by its key'],
  ['POST', '/api/admin-settings/empty-cache', 'Read the settings again (System Admin)'],
  ['PUT', '/api/roles/mark-deleted/{id}', 'Take a role away (System Admin)'],
  ['DELETE', '/api/roles/mark-deleted/{id}', 'Take a role away (System Admin)'],
  ['PUT', '/api/roles/mark-as-deleted/by-array', 'Take roles away (System Admin)', true],
  ['PUT', '/api/roles/delete-forever/by-array', 'Take roles away (System Admin)', true],
  ['GET', '/api/audit-log', 'History of records'],
  ['GET', '/api/audit-log/list', 'History of records'],
  ['POST', '/api/audit-log/search', 'Search the history', true],
  ['POST', '/api/audit-log/dataSourceSearch', 'Search the history', true],
  ['POST', '/api/audit-log/paged-search', 'Search the history', true],
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
  ['GET', '/api/access/explain', 'May I, and why'],
  ['POST', '/api/batches/{id}/undo', 'Undo a batch'],
  ['GET', '/api/plugins', 'Which plugins run (System Admin)'],
  ['GET', '/api/outbox/failing', 'Effects of saves that failed (System Admin)'],
  ['GET', '/api/ready/problems', 'Why the last good definitions serve, and not those of the files (System Admin)'],
  ['GET', '/api/outbox/mail', 'E-mails that were kept instead of sent (System Admin)'],
  ['POST', '/api/outbox/{id}/retry', 'Try an effect again now (System Admin)'],
  ...DEFINITION_KINDS.flatMap(([base, kind]) => definitionCalls(`/api/${base}`, kind)),
];

/** The calls that do not follow from a module. */
export function namedPaths(): Paths {
  const paths: Paths = {};
  for (const [method, path, summary, takesBody] of CALLS) (paths[path] ??= {})[method.replace('-', '').toLowerCase()] = describe(method, path, summary, takesBody === true);
  return paths;
}

function describe(method: string, path: string, summary: string, takesBody: boolean): JsonObject {
  const shape = namedSchemaOf(method.replace('-', ''), path);
  const parameters = [...pathParametersOf(path), ...(shape.query ?? []), ...(shape.saves === true ? [parameter('IdempotencyKey'), parameter('BatchId'), parameter('Duplicates')] : [])];
  return {
    summary,
    operationId: operationIdOf(method.replace('-', ''), path),
    tags: [path.split('/')[2] ?? 'api'],
    ...(method.startsWith('-') ? { security: [] } : {}),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(takesBody ? { requestBody: { required: true, content: json(shape.body ?? { type: 'object' }) } } : {}),
    responses: { [shape.status ?? '200']: { description: shape.status === undefined ? 'Done.' : 'Made.', content: json(shape.answer ?? { type: 'object' }) }, ...REFUSALS },
  };
}

function definitionCalls(base: string, kind: string): readonly NamedCall[] {
  return [
    ['GET', base, `List: ${kind}`], ['GET', `${base}/list`, `List: ${kind}`], ['GET', `${base}/{id}`, `Read a ${kind}`],
    ['POST', `${base}/search`, `Search: ${kind}`, true], ['POST', `${base}/dataSourceSearch`, `Search: ${kind}`, true],
    ['POST', base, `Make a ${kind} (System Admin)`, true], ['POST', `${base}/create`, `Make a ${kind} (System Admin)`, true],
    ['PUT', `${base}/{id}`, `Change a ${kind} (System Admin)`, true], ['PUT', `${base}/update`, `Change a ${kind} (System Admin)`, true],
    ['DELETE', `${base}/{id}`, `Take a ${kind} away (System Admin)`],
  ];
}

import { SYSTEM_ACTOR } from '../../access/index.ts';
import { MusterError } from '../../errors/index.ts';
import type { VisibleRecord } from '../../records/index.ts';
import type { JsonValue } from '#engine/model/values';
import type { ApiResponse } from '../responses/send-response.ts';
import { moduleNamed } from '../module-endpoints/module-directory.ts';
import { runSearch } from '../module-endpoints/operations/read.ts';
import { toWriteResponse } from '../module-endpoints/operations/write.ts';
import {
  assertNotImpersonated,
  assertSystemAdmin,
  bodyOf,
  parameterOf,
  rightsOf,
  type RequestContext,
  type EndpointRouter,
} from '../request/request-context.ts';
import { searchQueryCheck } from '../request/search-input.ts';
import { assertKnownNames } from '../request/known-names.ts';
import { bodyInvalid, fieldsOf, textOf, writeOptionsOf } from '../request/write-input.ts';

/** The endpoints of users, in addition to the common ones. */
export function serveUsers({ on }: EndpointRouter): void {
  on({ method: 'POST', url: '/api/users/createTempUserAccount' }, async (context) => {
    const sent = bodyOf(context);
    if ('fields' in sent) assertKnownNames(sent, ['fields']);
    const fields = fieldsOf(
      context,
      moduleNamed(context, 'users'),
      'fields' in sent ? (sent['fields'] as { readonly [name: string]: JsonValue }) : sent,
    );
    return toWriteResponse(await context.services.sessions.invite(context.actor, { ...writeOptionsOf(context), fields }), 201);
  });
  on({ method: 'POST', url: '/api/users/register' }, register);
  on({ method: 'POST', url: '/api/users/activate' }, (context) => changeUser(context, userIdOf(context), { active: true }));
  on({ method: 'POST', url: '/api/users/update-roles' }, (context) =>
    changeUser(context, userIdOf(context), { roles: bodyOf(context)['roles'] ?? [] }),
  );
  on({ method: 'POST', url: '/api/users/update-teams' }, (context) =>
    changeUser(context, userIdOf(context), { teams: bodyOf(context)['teams'] ?? [] }),
  );
  on({ method: 'PUT', url: '/api/users/mark-user-active/:id' }, (context) =>
    changeUser(context, parameterOf(context, 'id'), { active: true }),
  );
  on({ method: 'PUT', url: '/api/users/mark-user-inactive/:id' }, (context) =>
    changeUser(context, parameterOf(context, 'id'), { active: false }),
  );
  on({ method: 'PUT', url: '/api/users/:id/log-login-date' }, logLoginDate);
  on({ method: 'GET', url: '/api/users/user-session' }, async ({ services, session, actor }) => ({
    body: {
      ...(await services.sessions.describeUser(session.claims.sub, session.claims.impersonator)),
      session: await services.pluginHost.sessionData(actor),
    },
  }));
  on({ method: 'GET', url: '/api/users/check-email/:email' }, checkEmail);
  on({ method: 'GET', url: '/api/users/:id/complete-roles-info' }, completeRolesInfo);
  on({ method: 'GET', url: '/api/users/type/:type' }, (context) => listUsers(context, { userType: parameterOf(context, 'type') }));
  on({ method: 'GET', url: '/api/users/role/:role' }, (context) =>
    listUsers(context, { roles: roleIdOf(context, parameterOf(context, 'role')) }),
  );
  on({ method: 'GET', url: '/api/users/user-to-assign-change-requests' }, changeRequestUser);
}

async function register(context: RequestContext): Promise<ApiResponse> {
  await assertSystemAdmin(context);
  const { password, ...sent } = bodyOf(context);
  if (typeof password !== 'string') throw bodyInvalid('password must be a text');
  const fields = fieldsOf(context, moduleNamed(context, 'users'), sent);
  return toWriteResponse(await context.services.sessions.register(context.actor, { ...writeOptionsOf(context), fields, password }), 201);
}

async function changeUser(context: RequestContext, id: string, fields: { readonly [name: string]: JsonValue }): Promise<ApiResponse> {
  return toWriteResponse(
    await context.services.records.update(context.actor, { ...writeOptionsOf(context), module: 'users', id, fields }),
    200,
  );
}

function userIdOf(context: RequestContext): string {
  const body = bodyOf(context);
  return body['userId'] === undefined ? textOf(body, '_id') : textOf(body, 'userId');
}

/** Records the caller's own sign-in, for clients that reuse a session; it cannot be recorded for another user. */
async function logLoginDate(context: RequestContext): Promise<ApiResponse> {
  assertNotImpersonated(context);
  const id = parameterOf(context, 'id');
  if (id !== context.session.claims.sub) throw new MusterError('action_not_allowed', { values: { action: 'edit' } });
  return { body: { success: true, last_login_date: await context.services.sessions.recordSignIn(id) } };
}

/** Returns whether an e-mail address is free; only for requesters who may create users. */
async function checkEmail(context: RequestContext): Promise<ApiResponse> {
  const rights = await rightsOf(context);
  if (!rights.unrestricted && !rights.module('users').create) throw new MusterError('action_not_allowed', { values: { action: 'create' } });
  const { total } = await context.services.records.find(SYSTEM_ACTOR, {
    module: 'users',
    filter: { email: parameterOf(context, 'email') },
    limit: 1,
  });
  return { body: { exists: total > 0, available: total === 0 } };
}

/** Returns a user's roles with all rights that they grant: one's own, or any user's for a System Admin. */
async function completeRolesInfo(context: RequestContext): Promise<ApiResponse> {
  const id = parameterOf(context, 'id');
  if (id !== context.session.claims.sub) await assertSystemAdmin(context);
  const own = id === context.session.claims.sub ? context.actor : { kind: 'user' as const, userId: id };
  const { rights } = await context.services.access.scope({ kind: 'user', userId: id });
  const session = await context.services.pluginHost.sessionData(own);
  const user = await context.services.records.get(context.actor, { module: 'users', id });
  return { body: { ...user, roles: rights.roles.map(({ id: roleId, ...role }) => ({ _id: roleId, ...role })), session } };
}

function listUsers(context: RequestContext, filter: { readonly [name: string]: JsonValue }): Promise<ApiResponse> {
  const search = searchQueryCheck.readQuery(context.query);
  const searchTerms = search.searchTerms === undefined ? filter : { and: [filter, search.searchTerms] };
  return runSearch(context, moduleNamed(context, 'users'), { ...search, searchTerms });
}

/** Returns the id of a role, by its id or its name. */
function roleIdOf(context: RequestContext, role: string): string {
  const found = [...context.snapshot.roles.values()].find(({ id, name }) => id === role || name === role);
  if (found === undefined) throw new MusterError('definition_not_found', { values: { kind: 'role' } });
  return found.id;
}

/** Returns the user who receives change requests: the one that a setting names, else the first active System Admin. */
async function changeRequestUser(context: RequestContext): Promise<ApiResponse> {
  const setting = [...context.snapshot.settings.values()].find(({ key }) =>
    /^user[-_]to[-_]assign[-_]change[-_]requests$/.test(key),
  )?.setting;
  const named = typeof setting !== 'string' || setting === '' ? undefined : setting.includes('@') ? { email: setting } : { _id: setting };
  const user = named && (await findActiveUser(context, named));
  return { body: { user: user ?? (await findActiveUser(context, { userType: 'System Admin' })) ?? null } };
}

/** Returns the first active user that matches, with the names that all staff may read. */
async function findActiveUser(context: RequestContext, filter: { readonly [name: string]: JsonValue }): Promise<VisibleRecord | undefined> {
  const { data } = await context.services.records.find(SYSTEM_ACTOR, {
    module: 'users',
    filter: { and: [filter, { active: true }] },
    sort: [{ sortField: 'createdAt', sortOrder: 'asc' }],
    limit: 1,
    fields: ['name', 'first_name', 'last_name'],
  });
  return data[0];
}

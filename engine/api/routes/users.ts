import { SYSTEM_ACTOR } from '../../access/index.ts';
import { MusterError } from '../../errors/index.ts';
import type { JsonValue } from '#engine/model';
import type { Answer } from '../answers/send.ts';
import { moduleNamed } from '../module-calls/module-directory.ts';
import { answerSearch } from '../module-calls/operations/read.ts';
import { written } from '../module-calls/operations/write.ts';
import { assertSystemAdmin, bodyOf, parameterOf, rightsOf, type Call, type CallRouter } from '../request/call.ts';
import { searchQueryCheck } from '../request/search-input.ts';
import { bodyInvalid, fieldsOf, textOf, writeOptionsOf } from '../request/write-input.ts';

/** The calls of users beside the common ones. */
export function serveUsers({ on }: CallRouter): void {
  on({ method: 'POST', url: '/api/users/createTempUserAccount' }, async (call) => {
    const sent = bodyOf(call);
    const fields = fieldsOf(moduleNamed(call.snapshot, 'users'), 'fields' in sent ? (sent['fields'] as { readonly [name: string]: JsonValue }) : sent);
    return written(await call.services.sessions.invite(call.actor, { ...writeOptionsOf(call), fields }), 201);
  });
  on({ method: 'POST', url: '/api/users/register' }, register);
  on({ method: 'POST', url: '/api/users/activate' }, (call) => changeUser(call, userIdOf(call), { active: true }));
  on({ method: 'POST', url: '/api/users/update-roles' }, (call) => changeUser(call, userIdOf(call), { roles: bodyOf(call)['roles'] ?? [] }));
  on({ method: 'POST', url: '/api/users/update-teams' }, (call) => changeUser(call, userIdOf(call), { teams: bodyOf(call)['teams'] ?? [] }));
  on({ method: 'PUT', url: '/api/users/mark-user-active/:id' }, (call) => changeUser(call, parameterOf(call, 'id'), { active: true }));
  on({ method: 'PUT', url: '/api/users/mark-user-inactive/:id' }, (call) => changeUser(call, parameterOf(call, 'id'), { active: false }));
  on({ method: 'PUT', url: '/api/users/:id/log-login-date' }, logLoginDate);
  on({ method: 'GET', url: '/api/users/user-session' }, async (call) => ({ body: await call.services.sessions.describeUser(call.session.claims.sub) }));
  on({ method: 'GET', url: '/api/users/check-email/:email' }, checkEmail);
  on({ method: 'GET', url: '/api/users/:id/complete-roles-info' }, completeRolesInfo);
  on({ method: 'GET', url: '/api/users/type/:type' }, (call) => listUsers(call, { userType: parameterOf(call, 'type') }));
  on({ method: 'GET', url: '/api/users/role/:role' }, (call) => listUsers(call, { roles: roleIdOf(call, parameterOf(call, 'role')) }));
  on({ method: 'GET', url: '/api/users/user-to-assign-change-requests' }, changeRequestUser);
}

async function register(call: Call): Promise<Answer> {
  await assertSystemAdmin(call);
  const { password, ...sent } = bodyOf(call);
  if (typeof password !== 'string') throw bodyInvalid('password must be a text');
  const fields = fieldsOf(moduleNamed(call.snapshot, 'users'), sent);
  return written(await call.services.sessions.register(call.actor, { ...writeOptionsOf(call), fields, password }), 201);
}

async function changeUser(call: Call, id: string, fields: { readonly [name: string]: JsonValue }): Promise<Answer> {
  return written(await call.services.records.update(call.actor, { ...writeOptionsOf(call), module: 'users', id, fields }), 200);
}

function userIdOf(call: Call): string {
  const body = bodyOf(call);
  return body['userId'] === undefined ? textOf(body, '_id') : textOf(body, 'userId');
}

/** Notes that the caller signed in, for clients that keep a session and come back; nobody can say it for another. */
async function logLoginDate(call: Call): Promise<Answer> {
  const id = parameterOf(call, 'id');
  if (id !== call.session.claims.sub) throw new MusterError('action_not_allowed', { values: { action: 'edit' } });
  return { body: { success: true, last_login_date: await call.services.sessions.noteSignIn(id) } };
}

/** Whether an e-mail is free; only who may create users is told. */
async function checkEmail(call: Call): Promise<Answer> {
  const rights = await rightsOf(call);
  if (!rights.unrestricted && !rights.module('users').create) throw new MusterError('action_not_allowed', { values: { action: 'create' } });
  const { total } = await call.services.records.find(SYSTEM_ACTOR, { module: 'users', filter: { email: parameterOf(call, 'email') }, limit: 1 });
  return { body: { exists: total > 0, available: total === 0 } };
}

/** A user's roles with all that they give; one's own, or any for a System Admin. */
async function completeRolesInfo(call: Call): Promise<Answer> {
  const id = parameterOf(call, 'id');
  if (id !== call.session.claims.sub) await assertSystemAdmin(call);
  const { rights } = await call.services.access.scope({ kind: 'user', userId: id });
  const user = await call.services.records.get(call.actor, { module: 'users', id });
  return { body: { ...user, roles: rights.roles.map(({ id: roleId, ...role }) => ({ _id: roleId, ...role })) } };
}

function listUsers(call: Call, filter: { readonly [name: string]: JsonValue }): Promise<Answer> {
  const search = searchQueryCheck.readQuery(call.query);
  const searchTerms = search.searchTerms === undefined ? filter : { and: [filter, search.searchTerms] };
  return answerSearch(call, moduleNamed(call.snapshot, 'users'), { ...search, searchTerms });
}

/** A role by its id or its name. */
function roleIdOf(call: Call, role: string): string {
  const found = [...call.snapshot.roles.values()].find(({ id, name }) => id === role || name === role);
  if (found === undefined) throw new MusterError('definition_not_found', { values: { kind: 'role' } });
  return found.id;
}

/** The user that change requests go to, as a setting says. */
async function changeRequestUser(call: Call): Promise<Answer> {
  const setting = [...call.snapshot.settings.values()].find(({ key }) => /^user[-_]to[-_]assign[-_]change[-_]requests$/.test(key))?.setting;
  if (typeof setting !== 'string' || setting === '') return { body: { user: null } };
  const filter = setting.includes('@') ? { email: setting } : { _id: setting };
  const { data } = await call.services.records.find(SYSTEM_ACTOR, { module: 'users', filter, limit: 1, fields: ['name', 'first_name', 'last_name'] });
  return { body: { user: data[0] ?? null } };
}

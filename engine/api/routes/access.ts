import type { CompiledModule } from '#engine/model/compiled';
import { RECORD_ACTIONS, type AccessValues, type RecordAction } from '#engine/model/wire';
import type { DefinitionSnapshot } from '../../registry/index.ts';
import { MusterError } from '../../errors/index.ts';
import { compileCheck } from '../request/parameters.ts';
import { assertPerson, assertSystemAdmin, type EndpointRouter, type RequestContext } from '../request/request-context.ts';
import { moduleNamed } from '../module-endpoints/module-directory.ts';
import { buildModuleView } from '../views/module-view.ts';

const NAME = { type: 'string', minLength: 1, maxLength: 200 };

/** Query parameters, also for the OpenAPI document. */
export const EXPLAIN_QUERY_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  required: ['module'],
  properties: { module: NAME, id: NAME, field: NAME, action: { type: 'string', enum: [...RECORD_ACTIONS] }, user: NAME },
};

/** Query parameters, also for the OpenAPI document. */
export const PERMISSION_QUERY_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  required: ['permission'],
  properties: { permission: NAME, user: NAME },
};

/** Query parameters, also for the OpenAPI document. */
export const OVERVIEW_QUERY_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  required: ['module', 'user'],
  properties: { module: NAME, id: NAME, user: NAME },
};

/** Query parameters, also for the OpenAPI document. */
export const VALUES_QUERY_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  required: ['module', 'id', 'user'],
  properties: { module: NAME, id: NAME, user: NAME, changeSet: NAME },
};

const question = compileCheck<{ module: string; id?: string; field?: string; action?: RecordAction; user?: string }>(EXPLAIN_QUERY_SCHEMA);
const permissionQuestion = compileCheck<{ permission: string; user?: string }>(PERMISSION_QUERY_SCHEMA);
const values = compileCheck<ValuesQuery>(VALUES_QUERY_SCHEMA);
const overview = compileCheck<{ module: string; id?: string; user: string }>(OVERVIEW_QUERY_SCHEMA);

/**
 * `GET /api/access/explain?module=&id=&field=&action=`: whether an action is allowed, and why. A System Admin may name another `user`.
 * `GET /api/access/explain-permission?permission=`: the same for a permission of a plugin.
 * `GET /api/access/overview?module=&id=&user=`: the same for every action and field, for System Admins.
 * `GET /api/access/values?module=&id=&user=&changeSet=`: the record as a user sees it, also with a draft, for System Admins.
 */
export function serveAccess({ on, services: { changeSets } }: EndpointRouter): void {
  on({ method: 'GET', url: '/api/access/explain', preview: true }, async (context) => {
    const { module, id, field, action, user } = question.readQuery(context.query);
    if (user !== undefined && user !== context.session.claims.sub) await assertSystemAdmin(context);
    return {
      body: await context.services.records.explain(context.actor, {
        module: isInactive(context.snapshot, module) ? module : moduleNamed(context, module).name,
        id,
        field,
        action: action ?? 'view',
        userId: user,
      }),
    };
  });
  on({ method: 'GET', url: '/api/access/explain-permission', preview: true }, async (context) => {
    const { permission, user } = permissionQuestion.readQuery(context.query);
    if (user !== undefined && user !== context.session.claims.sub) await assertSystemAdmin(context);
    return { body: await context.services.records.explainPermission(context.actor, { permission, userId: user }) };
  });
  on({ method: 'GET', url: '/api/access/overview' }, async (context) => {
    const { module, id, user } = overview.readQuery(context.query);
    await assertMayReadOverview(context, user);
    return { body: await changeSets.overview({ user, module: moduleNamed(context, module).name, record: id }) };
  });
  on({ method: 'GET', url: '/api/access/values' }, async (context) => {
    await assertSystemAdmin(context);
    assertPerson(context);
    return { body: await readAsUser(context, values.readQuery(context.query)) };
  });
}

interface ValuesQuery {
  readonly module: string;
  readonly id: string;
  readonly user: string;
  /** Id of a draft; absent: the published definitions. */
  readonly changeSet?: string;
}

/** The user does not see the record, or nothing at all. */
const UNSEEN: ReadonlySet<string> = new Set(['record_not_found', 'module_access_denied']);

/** Reads a record as a user, through the preview of a draft or of the published definitions. The audit names the admin. */
async function readAsUser(context: RequestContext, { module: name, id, user, changeSet }: ValuesQuery): Promise<AccessValues> {
  const { services, session } = context;
  const { id: moduleId } = moduleNamed(context, name);
  const input = { changeSet: changeSet ?? null, subject: { kind: 'user', user } } as const;
  const preview = await services.previews.openNow(session.claims.sub, input, await services.store.versions()).catch(ignoreInactive);
  const module = [...(preview?.snapshot.modules.values() ?? [])].find((one) => one.id === moduleId);
  if (preview === undefined || module === undefined) return { seen: null };
  const { rights } = await preview.access.scope(preview.actor);
  try {
    const record = await preview.records.get(preview.actor, { module: module.name, id, populate: true });
    return { seen: { module: buildModuleView(preview.snapshot, module, rights, preview), record } };
  } catch (error) {
    if (error instanceof MusterError && UNSEEN.has(error.code)) return { seen: null };
    throw error;
  }
}

function ignoreInactive(error: unknown): undefined {
  if (error instanceof MusterError && error.code === 'account_inactive') return undefined;
  throw error;
}

function isInactive({ inactiveModules }: DefinitionSnapshot, name: CompiledModule['name']): boolean {
  return [...inactiveModules.values()].some((module) => module.name === name);
}

/** A System Admin reads that of any user; while they act as another user, that of this user. Errors: `admin_only`. */
async function assertMayReadOverview(context: RequestContext, user: string): Promise<void> {
  const { impersonator, sub } = context.session.claims;
  if (impersonator === undefined || user !== sub) return void (await assertSystemAdmin(context));
  const { rights } = await context.services.access.scope({ kind: 'user', userId: impersonator });
  if (!rights.unrestricted) throw new MusterError('admin_only');
}

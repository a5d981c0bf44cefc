import type { CompiledModule } from '#engine/model/compiled';
import { RECORD_ACTIONS, type RecordAction } from '#engine/model/wire';
import type { DefinitionSnapshot } from '../../registry/index.ts';
import { MusterError } from '../../errors/index.ts';
import { compileCheck } from '../request/parameters.ts';
import { assertSystemAdmin, type EndpointRouter, type RequestContext } from '../request/request-context.ts';
import { moduleNamed } from '../module-endpoints/module-directory.ts';

const NAME = { type: 'string', minLength: 1, maxLength: 200 };

/** Query parameters, also for the OpenAPI document. */
export const EXPLAIN_QUERY_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  required: ['module'],
  properties: { module: NAME, id: NAME, field: NAME, action: { type: 'string', enum: [...RECORD_ACTIONS] }, user: NAME },
};

/** Query parameters, also for the OpenAPI document. */
export const OVERVIEW_QUERY_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  required: ['module', 'user'],
  properties: { module: NAME, id: NAME, user: NAME },
};

const question = compileCheck<{ module: string; id?: string; field?: string; action?: RecordAction; user?: string }>(EXPLAIN_QUERY_SCHEMA);
const overview = compileCheck<{ module: string; id?: string; user: string }>(OVERVIEW_QUERY_SCHEMA);

/**
 * `GET /api/access/explain?module=&id=&field=&action=`: whether an action is allowed, and why. A System Admin may name another `user`.
 * `GET /api/access/overview?module=&id=&user=`: the same for every action and field, for System Admins.
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
  on({ method: 'GET', url: '/api/access/overview' }, async (context) => {
    const { module, id, user } = overview.readQuery(context.query);
    await assertMayReadOverview(context, user);
    return { body: await changeSets.overview({ user, module: moduleNamed(context, module).name, record: id }) };
  });
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

import type { RecordAction } from '../../access/index.ts';
import { compileCheck } from '../request/parameters.ts';
import { assertSystemAdmin, type EndpointRouter } from '../request/request-context.ts';
import { moduleNamed } from '../module-endpoints/module-directory.ts';

const NAME = { type: 'string', minLength: 1, maxLength: 200 };

/** Query parameters, also for the OpenAPI document. */
export const EXPLAIN_QUERY_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  required: ['module'],
  properties: {
    module: NAME,
    id: NAME,
    field: NAME,
    action: { type: 'string', enum: ['view', 'create', 'edit', 'delete', 'export', 'mass_update'] },
    user: NAME,
  },
};

const question = compileCheck<{ module: string; id?: string; field?: string; action?: RecordAction; user?: string }>(EXPLAIN_QUERY_SCHEMA);

/** `GET /api/access/explain?module=&id=&field=&action=`: whether an action is allowed, and why. A System Admin may name another `user`. */
export function serveAccess({ on }: EndpointRouter): void {
  on({ method: 'GET', url: '/api/access/explain', preview: true }, async (context) => {
    const { module, id, field, action, user } = question.readQuery(context.query);
    if (user !== undefined && user !== context.session.claims.sub) await assertSystemAdmin(context);
    return {
      body: await context.services.records.explain(context.actor, {
        module: moduleNamed(context.snapshot, module).name,
        id,
        field,
        action: action ?? 'view',
        userId: user,
      }),
    };
  });
}

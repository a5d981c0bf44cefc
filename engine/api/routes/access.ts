import type { RecordAction } from '../../access/index.ts';
import { compileCheck } from '../request/parameters.ts';
import { assertSystemAdmin, type CallRouter } from '../request/call.ts';
import { moduleNamed } from '../module-calls/module-directory.ts';

const NAME = { type: 'string', minLength: 1, maxLength: 200 };

/** What is asked, for the OpenAPI document too. */
export const QUESTION_SCHEMA = {
  type: 'object', additionalProperties: false, required: ['module'],
  properties: { module: NAME, id: NAME, field: NAME, action: { type: 'string', enum: ['view', 'create', 'edit', 'delete', 'export', 'mass_update'] }, user: NAME },
};

const question = compileCheck<{ module: string; id?: string; field?: string; action?: RecordAction; user?: string }>(QUESTION_SCHEMA);

/** `GET /api/access/explain?module=&id=&field=&action=`: may I, and why. A System Admin may ask for another `user`. */
export function serveAccess({ on }: CallRouter): void {
  on({ method: 'GET', url: '/api/access/explain' }, async (call) => {
    const { module, id, field, action, user } = question.readQuery(call.query);
    if (user !== undefined && user !== call.session.claims.sub) await assertSystemAdmin(call);
    return { body: await call.services.records.explain(call.actor, { module: moduleNamed(call.snapshot, module).name, id, field, action: action ?? 'view', userId: user }) };
  });
}

import { MusterError } from '../../errors/index.ts';
import { assertPerson, assertSystemAdmin, bodyOf, parameterOf, rightsOf, type Call, type CallRouter } from '../request/call.ts';
import { compileCheck } from '../request/parameters.ts';
import { bodyInvalid, keyOf } from '../request/write-input.ts';

/** Whose tokens are listed, for the OpenAPI document too. */
export const TOKENS_QUERY_SCHEMA = { type: 'object', additionalProperties: false, properties: { everyones: { type: 'boolean' } } };

const listCheck = compileCheck<{ everyones?: boolean }>(TOKENS_QUERY_SCHEMA);

/** `/api/api-tokens`: tokens for programs, made, listed and revoked by a person of the staff who signed in; a System Admin sees and revokes everyone's. */
export function serveApiTokens({ on }: CallRouter): void {
  on({ method: 'GET', url: '/api/api-tokens' }, async (call) => {
    const { everyones } = listCheck.readQuery(call.query);
    await assertMayHave(call);
    if (everyones === true) await assertSystemAdmin(call);
    const data = await call.services.sessions.apiTokens.list(everyones === true ? undefined : call.session.claims.sub);
    return { body: { data, total: data.length } };
  });
  on({ method: 'POST', url: '/api/api-tokens' }, async (call) => {
    await assertMayHave(call);
    const { name, scopes, expiresAt } = bodyOf(call) as { readonly name: string; readonly scopes: readonly string[]; readonly expiresAt?: string | null };
    const made = await call.services.sessions.apiTokens.make(call.actor, {
      userId: call.session.claims.sub, name: name.trim(), scopes: [...new Set(scopes)], expiresAt: timeOf(expiresAt), key: keyOf(call).idempotency?.key,
    });
    return { status: 201, body: made };
  });
  on({ method: 'DELETE', url: '/api/api-tokens/:id' }, async (call) => {
    assertPerson(call);
    const { unrestricted } = await rightsOf(call);
    await call.services.sessions.apiTokens.revoke(call.actor, { id: parameterOf(call, 'id'), userId: call.session.claims.sub, ofAnyone: unrestricted });
    return { body: { success: true } };
  });
}

function timeOf(text: string | null | undefined): number | undefined {
  if (text === undefined || text === null) return undefined;
  const time = Date.parse(text);
  if (Number.isNaN(time)) throw bodyInvalid('expiresAt is no day that there is');
  return time;
}

async function assertMayHave(call: Call): Promise<void> {
  assertPerson(call);
  if (!(await rightsOf(call)).staff) throw new MusterError('staff_only');
}

import { MusterError } from '../../errors/index.ts';
import {
  assertNotImpersonated,
  assertPerson,
  assertSystemAdmin,
  bodyOf,
  parameterOf,
  rightsOf,
  type RequestContext,
  type EndpointRouter,
} from '../request/request-context.ts';
import { compileCheck } from '../request/parameters.ts';
import { bodyInvalid, readIdempotency } from '../request/write-input.ts';
import { originOf } from './session-cookies.ts';

/** Query parameters of the list of tokens, also for the OpenAPI document. */
export const TOKENS_QUERY_SCHEMA = { type: 'object', additionalProperties: false, properties: { all: { type: 'boolean' } } };

const listCheck = compileCheck<{ all?: boolean }>(TOKENS_QUERY_SCHEMA);

/**
 * `/api/api-tokens`: tokens for programs. Signed-in staff create, with their password, list and revoke their own; a System Admin lists and
 * revokes everyone's.
 */
export function serveApiTokens({ on }: EndpointRouter): void {
  on({ method: 'GET', url: '/api/api-tokens' }, async (context) => {
    const { all } = listCheck.readQuery(context.query);
    await assertMayHave(context);
    if (all === true) await assertSystemAdmin(context);
    const data = await context.services.sessions.apiTokens.list(all === true ? undefined : context.session.claims.sub);
    return { body: { data, total: data.length } };
  });
  on({ method: 'POST', url: '/api/api-tokens' }, async (context) => {
    await assertMayHave(context);
    assertNotImpersonated(context);
    const { name, scopes, expiresAt, password } = bodyOf(context) as {
      readonly password: string;
      readonly name: string;
      readonly scopes: readonly string[];
      readonly expiresAt?: string | null;
    };
    const made = await context.services.sessions.apiTokens.create(context.actor, {
      ...originOf(context.request),
      userId: context.session.claims.sub,
      password,
      name: name.trim(),
      scopes: [...new Set(scopes)],
      expiresAt: timeOf(expiresAt),
      key: readIdempotency(context).idempotency?.key,
    });
    return { status: 201, body: made };
  });
  on({ method: 'DELETE', url: '/api/api-tokens/:id' }, async (context) => {
    assertPerson(context);
    assertNotImpersonated(context);
    const { unrestricted } = await rightsOf(context);
    await context.services.sessions.apiTokens.revoke(context.actor, {
      id: parameterOf(context, 'id'),
      userId: context.session.claims.sub,
      canRevokeAny: unrestricted,
    });
    return { body: { success: true } };
  });
}

function timeOf(text: string | null | undefined): number | undefined {
  if (text === undefined || text === null) return undefined;
  const time = Date.parse(text);
  if (Number.isNaN(time)) throw bodyInvalid('expiresAt is not a valid date');
  return time;
}

async function assertMayHave(context: RequestContext): Promise<void> {
  assertPerson(context);
  if (!(await rightsOf(context)).isStaff) throw new MusterError('staff_only');
}

import { MusterError } from '../../errors/index.ts';
import type { PreviewSubject } from '../../previews/index.ts';
import { signPreviewToken } from '../request/preview-token.ts';
import { assertPerson, assertSystemAdmin, bodyOf, type EndpointRouter } from '../request/request-context.ts';

/** The body of a request for a preview; null counts as not sent. */
interface PreviewBody {
  readonly changeSet?: string | null;
  readonly user?: string | null;
  readonly roles?: readonly string[] | null;
  readonly teams?: readonly string[] | null;
  readonly userType?: string | null;
}

/** `/api/previews`: the token with which a System Admin sees the product through a draft, as somebody else. */
export function servePreviews({ app, on, services: { previews, clock } }: EndpointRouter): void {
  on({ method: 'POST', url: '/api/previews' }, async (context) => {
    await assertSystemAdmin(context);
    assertPerson(context);
    const { claims: session } = context.session;
    const body = bodyOf(context) as PreviewBody;
    const { claims, preview } = await previews.start(session.sub, { changeSet: body.changeSet ?? null, subject: subjectOf(body) });
    return { status: 201, body: { ...signPreviewToken(app, clock, session, claims), preview } };
  });
}

/** Errors: `body_invalid` unless the body names either a user or roles. */
function subjectOf({ user, roles, teams, userType }: PreviewBody): PreviewSubject {
  const [hasUser, hasRoles] = [typeof user === 'string', Array.isArray(roles) && roles.length > 0];
  if (hasUser === hasRoles) throw new MusterError('body_invalid', { values: { reason: 'it must name either a user or roles' } });
  if (typeof user === 'string') return { kind: 'user', user };
  return { kind: 'roles', roles: roles ?? [], teams: teams ?? [], userType: userType ?? 'Standard' };
}

import type { AccessGrant } from '#engine/model/wire';
import { accessRoute, findModule, getErrorMessage, grantRoute, stopImpersonating, useShell } from '../../client/index.ts';
import { Button, ButtonLink, showNotice, showTransientError, t } from '../../kit/index.ts';
import { applyGrant } from './apply-grant.ts';
import { useAction } from '../use-action.ts';

/** The user whose access is explained to a System Admin. */
export interface ExplainedUser {
  readonly _id: string;
  readonly name: string;
  /** Absent: it is about a module. */
  readonly recordId?: string | undefined;
  /** The rights changed: what is shown is read again. */
  readonly onChanged: () => unknown;
}

/**
 * Whose view it is: a System Admin's own, that of a user as whom a System Admin acts, or that of any other user, who cannot change rights.
 */
export function useGrantReader(): 'admin' | 'impersonator' | 'user' {
  const shell = useShell().data;
  if (shell?.impersonator?.userType === 'System Admin') return 'impersonator';
  return shell?.user.userType === 'System Admin' ? 'admin' : 'user';
}

/**
 * The page on which a grant is made: the role editor, with the change in the draft; the user, if they have no role; undefined: it is made
 * here.
 */
function routeOf(grant: AccessGrant, userId: string): string | undefined {
  return grant.kind === 'role' ? (grantRoute(grant) ?? `/admin/users/${encodeURIComponent(userId)}`) : undefined;
}

/** The button that makes a grant, or the link to the role editor with the change placed in the draft. */
export function GrantAction({ grant, about }: { readonly grant: AccessGrant; readonly about: ExplainedUser }) {
  const { isBusy, run } = useAction({ onError: (error) => showTransientError(getErrorMessage(error)) });
  const reader = useGrantReader();
  const shell = useShell().data;
  const route = routeOf(grant, about._id);
  if (reader === 'user') return null;
  if (reader === 'impersonator') {
    const target = route ?? accessRoute({ user: about._id, module: grant.module, id: about.recordId });
    return (
      <Button size="sm" loading={isBusy} onClick={() => run(() => stopImpersonating(target))}>
        {t('views.explained.leaveAndOpen')}
      </Button>
    );
  }
  if (route !== undefined)
    return (
      <ButtonLink size="sm" href={route}>
        {t(grant.role === undefined ? 'views.explained.openUser' : 'views.explained.openRole')}
      </ButtonLink>
    );
  const modulePath = findModule(shell, grant.module ?? '')?.path ?? '';
  const makeGrant = () =>
    run(async () => {
      await applyGrant(grant, { userId: about._id, recordId: about.recordId ?? '', modulePath });
      await about.onChanged();
      showNotice({ text: t('views.explained.applied') });
    });
  return (
    <Button size="sm" loading={isBusy} onClick={makeGrant}>
      {t('views.explained.apply')}
    </Button>
  );
}

import type { ShellView } from '#engine/model/wire';
import { IdleWarning } from '../features/idle/index.ts';
import { ExplainPage, ImpersonationBar, useSessionChange } from '../features/impersonation/index.ts';
import { UnconfirmedSavesNotice } from './unconfirmed-saves-notice.tsx';

/**
 * What accompanies every page of a session, started after its first page is shown: the idle timeout, saves without a response, and the bar
 * of someone who acts as another user.
 */
export function SessionWatch({ shell }: { readonly shell: ShellView }) {
  const { user, impersonator } = shell;
  useSessionChange(user);
  return (
    <>
      {impersonator !== null && (
        <ImpersonationBar
          user={user}
          impersonator={impersonator}
          actions={impersonator.userType === 'System Admin' && <ExplainPage shell={shell} />}
        />
      )}
      <IdleWarning user={user} />
      <UnconfirmedSavesNotice user={user} />
    </>
  );
}

import type { ShellView } from '#engine/model/wire';
import { IdleWarning } from '../features/idle/index.ts';
import { ImpersonationBar, useSessionChange } from '../features/impersonation/index.ts';
import { UnconfirmedSavesNotice } from './unconfirmed-saves-notice.tsx';

/**
 * What accompanies every page of a session, started after its first page is shown: the idle timeout, saves without a response, and the bar
 * of someone who acts as another user.
 */
export function SessionWatch({ shell: { user, impersonator } }: { readonly shell: ShellView }) {
  useSessionChange(user);
  return (
    <>
      {impersonator !== null && <ImpersonationBar user={user} impersonator={impersonator} />}
      <IdleWarning user={user} />
      <UnconfirmedSavesNotice user={user} />
    </>
  );
}

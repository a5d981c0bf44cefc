import type { SessionUser } from '#engine/model/wire';
import { IdleWarning } from '../features/idle/index.ts';
import { UnconfirmedSavesNotice } from './unconfirmed-saves-notice.tsx';

/** Background checks of a session, started after its first page is shown: the idle timeout, and saves without a response. */
export function SessionWatch({ user }: { readonly user: SessionUser }) {
  return (
    <>
      <IdleWarning user={user} />
      <UnconfirmedSavesNotice user={user} />
    </>
  );
}

import type { SessionUser } from '#engine/model';
import { IdleWarning } from '../features/idle/index.ts';
import { UnconfirmedSavesNotice } from './unconfirmed-saves-notice.tsx';

/** What watches over a session once its first page stands: idling, and saves that had no answer. */
export function SessionWatch({ user }: { readonly user: SessionUser }) {
  return (
    <>
      <IdleWarning user={user} />
      <UnconfirmedSavesNotice user={user} />
    </>
  );
}

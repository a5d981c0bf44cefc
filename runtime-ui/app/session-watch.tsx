import type { SessionUser } from '#engine/model';
import { IdleWarning } from '../features/idle/index.ts';
import { UnansweredSaves } from './unanswered-saves.tsx';

/** What watches over a session once its first page stands: idling, and saves that had no answer. */
export function SessionWatch({ user }: { readonly user: SessionUser }) {
  return (
    <>
      <IdleWarning user={user} />
      <UnansweredSaves user={user} />
    </>
  );
}

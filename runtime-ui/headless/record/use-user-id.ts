import { useSession } from '../../client/index.ts';

/** The id of the signed-in user; undefined if nobody is signed in. */
export function useUserId(): string | undefined {
  return useSession((session) => session.user?._id);
}

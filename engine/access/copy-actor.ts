import type { Actor } from './create-access.ts';

/** The same actor as plain JSON, to store on whose behalf a job runs later. */
export function copyActor({ kind, userId, impersonatorId, name, scopes }: Actor): Actor {
  return {
    kind,
    ...(userId === undefined ? {} : { userId }),
    ...(impersonatorId === undefined ? {} : { impersonatorId }),
    ...(name === undefined ? {} : { name }),
    ...(scopes === undefined ? {} : { scopes }),
  };
}

import { isEmailAddress } from '#engine/model/field-types';
import type { JsonObject } from '#engine/model/values';
import { SYSTEM_ACTOR } from '../../../access/index.ts';
import type { RecordOperations } from '../../../records/index.ts';

/** Users of a role or team that are found. */
const MAX_USERS = 500;

/** A user who can sign in. */
export interface ActiveUser {
  readonly id: string;
  /** Undefined: none that is valid. */
  readonly email: string | undefined;
}

/** The active users that match a filter, at most 500. The product reads them: everybody may send to everybody. */
export async function findActiveUsers(
  { records }: { readonly records: Pick<RecordOperations, 'find'> },
  filter: JsonObject,
): Promise<readonly ActiveUser[]> {
  const { data } = await records.find(SYSTEM_ACTOR, {
    module: 'users',
    filter: { and: [filter, { active: true }] },
    fields: ['email'],
    limit: MAX_USERS,
  });
  return data.map(({ _id, email }) => ({ id: _id, email: typeof email === 'string' && isEmailAddress(email) ? email : undefined }));
}

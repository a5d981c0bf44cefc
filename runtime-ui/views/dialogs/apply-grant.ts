import type { AccessGrant } from '#engine/model/wire';
import type { JsonValue } from '#engine/model/values';
import { callApi } from '../../client/index.ts';

/** Where a grant applies. */
export interface GrantTarget {
  readonly userId: string;
  readonly recordId: string;
  /** Path of the endpoints of the record's module. */
  readonly modulePath: string;
}

/**
 * Makes the change that would allow a denied action: of the teams of the user, or of the owner of the record. A change of a role is made
 * in a draft.
 * @throws ApiError those of the save.
 */
export async function applyGrant({ kind, value }: AccessGrant, { userId, recordId, modulePath }: GrantTarget): Promise<void> {
  if (kind === 'owner') {
    await callApi('PUT', `${modulePath}/${encodeURIComponent(recordId)}`, { body: { assigned_to: userId } });
    return;
  }
  const path = `/api/users/${encodeURIComponent(userId)}`;
  const { teams } = await callApi<{ readonly teams?: readonly JsonValue[] }>('GET', path);
  await callApi('PUT', path, { body: { teams: [...(teams ?? []), value] } });
}

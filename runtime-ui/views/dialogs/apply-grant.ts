import type { RoleDefinition } from '#engine/model/definitions';
import type { JsonValue } from '#engine/model/values';
import { callApi, type ExplainResponse } from '../../client/index.ts';

type Grant = NonNullable<ExplainResponse['grant']>;
type Role = Omit<RoleDefinition, 'id'> & { readonly _id: string };

/** Where a grant applies. */
export interface GrantTarget {
  readonly userId: string;
  readonly recordId: string;
  /** Path of the endpoints of the record's module. */
  readonly modulePath: string;
}

const FIELD = 'field_access.';

/** The changed properties of a role. */
export function changeRole(role: Role, { module, property, value }: Grant): { readonly [property: string]: unknown } {
  if (!property.startsWith(FIELD))
    return { module_access: { ...role.module_access, [module]: { ...role.module_access[module], [property]: value } } };
  const field = property.slice(FIELD.length);
  return { field_access: { ...role.field_access, [module]: { ...role.field_access?.[module], [field]: value } } };
}

/**
 * Makes the change that would allow a denied action: of a role, of the teams of the user, or of the owner of the record.
 * @throws ApiError those of the save.
 */
export async function applyGrant(grant: Grant, { userId, recordId, modulePath }: GrantTarget): Promise<void> {
  if (grant.kind === 'owner') {
    await callApi('PUT', `${modulePath}/${encodeURIComponent(recordId)}`, { body: { assigned_to: userId } });
    return;
  }
  if (grant.kind === 'team') {
    const path = `/api/users/${encodeURIComponent(userId)}`;
    const { teams } = await callApi<{ readonly teams?: readonly JsonValue[] }>('GET', path);
    await callApi('PUT', path, { body: { teams: [...(teams ?? []), grant.value] } });
    return;
  }
  const { data } = await callApi<{ readonly data: readonly Role[] }>('GET', '/api/roles');
  const role = data.find(({ name }) => name === grant.role);
  if (role !== undefined) await callApi('PUT', `/api/roles/${encodeURIComponent(role._id)}`, { body: changeRole(role, grant) });
}

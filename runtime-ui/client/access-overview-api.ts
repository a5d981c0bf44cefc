import type { AccessGrant, AccessOverview, AccessValues } from '#engine/model/wire';
import { callApi } from './call-api.ts';

/** A user, and the module or record that their access is about. */
export interface AccessPlace {
  readonly user: string;
  readonly module: string;
  /** Absent: the module. */
  readonly id?: string | undefined;
}

/** What a user may do now, for System Admins. Errors: `admin_only`, `record_not_found`, `module_not_found`. */
export function getAccessOverview(place: AccessPlace, signal?: AbortSignal): Promise<AccessOverview> {
  return callApi<AccessOverview>('GET', '/api/access/overview', { query: { ...place }, ...(signal ? { signal } : {}) });
}

/** A user and a record, under the definitions of a draft; without a draft under the published ones. */
export interface SeenRecord {
  readonly user: string;
  readonly module: string;
  readonly id: string;
  readonly changeSet?: string | undefined;
}

/** A record as a user sees it, for System Admins. Errors: `admin_only`, `module_not_found`, `definition_invalid`. */
export function getAccessValues(place: SeenRecord, signal?: AbortSignal): Promise<AccessValues> {
  return callApi<AccessValues>('GET', '/api/access/values', { query: { ...place }, ...(signal ? { signal } : {}) });
}

/** The page of the studio that shows what a user may do, now and with the open draft. */
export function accessRoute({ user, module, id }: { readonly [part in keyof AccessPlace]?: string | undefined }): string {
  const query = new URLSearchParams({ ...(user && { user }), ...(module && { module }), ...(id && { record: id }) });
  return `/admin/studio/access?${query.toString()}`;
}

/** The role editor, which places this change of a role in the open draft; undefined: no role is to be changed. */
export function grantRoute({ kind, roleId, module, property, value }: AccessGrant): string | undefined {
  if (kind !== 'role' || roleId === undefined) return undefined;
  const query = new URLSearchParams({ ...(module === undefined ? {} : { module }), property, value: String(value) });
  return `/admin/studio/roles/${encodeURIComponent(roleId)}?${query.toString()}`;
}

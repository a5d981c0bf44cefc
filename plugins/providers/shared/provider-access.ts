import type { JsonValue } from '#engine/model';

/** What decides whether a provider may use the provider area. */
export interface ProviderStatus {
  readonly status?: JsonValue | undefined;
  readonly locker_account_enabled?: JsonValue | undefined;
}

/** Statuses in which somebody leaves, or has left. */
export const LEAVING_STATUSES: readonly unknown[] = ['PendingInactive', 'Inactive'];

/**
 * Two switches in a row: whoever is inactive, or whose locker account was switched off, may not enter. Who only is about
 * to leave still has papers and hours to hand in; a locker account that nobody ever switched is on.
 */
export function hasProviderAccess({ status, locker_account_enabled: locker }: ProviderStatus): boolean {
  return status !== 'Inactive' && locker !== false;
}

/** Whether a save ended somebody's active time. */
export function isLeaving(before: ProviderStatus | undefined, after: ProviderStatus): boolean {
  return before?.status === 'Active' && LEAVING_STATUSES.includes(after.status);
}

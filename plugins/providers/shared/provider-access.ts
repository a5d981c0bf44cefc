import type { JsonValue } from '#engine/model';

/** The fields that decide whether a provider can use the provider area. */
export interface ProviderStatus {
  readonly status?: JsonValue | undefined;
  readonly locker_account_enabled?: JsonValue | undefined;
}

/** Statuses of providers who leave or have left. */
export const LEAVING_STATUSES: readonly unknown[] = ['PendingInactive', 'Inactive'];

/**
 * Requires both conditions: the provider is not inactive, and the locker account is not switched off. A provider who is
 * about to leave keeps access to hand in papers and hours. A locker account that was never set counts as on.
 */
export function hasProviderAccess({ status, locker_account_enabled: locker }: ProviderStatus): boolean {
  return status !== 'Inactive' && locker !== false;
}

/** Whether a save ended the provider's active status. */
export function isLeaving(before: ProviderStatus | undefined, after: ProviderStatus): boolean {
  return before?.status === 'Active' && LEAVING_STATUSES.includes(after.status);
}

import { StatusPill, t } from '../../../kit/index.ts';
import type { PopulatedRecord } from '../../../client/index.ts';

/** Whether a user may sign in, and whether they ever did. */
export function UserStatus({ user }: { readonly user: PopulatedRecord }) {
  if (user['active'] !== true) return <StatusPill label={t('people.status.inactive')} hue="gray" />;
  if (typeof user['last_login_date'] !== 'string') return <StatusPill label={t('people.status.never')} hue="amber" />;
  return <StatusPill label={t('people.status.active')} hue="green" />;
}

import { ListChecks } from 'lucide-react';
import type { ShellView } from '#engine/model/wire';
import { Card, Icon, t, TextLink } from '../../kit/index.ts';

/** For System Admins, until they finish it: the set-up guide. */
export function SetupCard({ shell: { user, settings } }: { readonly shell: ShellView }) {
  if (user.userType !== 'System Admin' || settings['first_run_done'] === true) return null;
  return (
    <Card title={t('frame.dashboard.setup')}>
      <p className="ms-line">
        <Icon of={ListChecks} className="ms-line-icon" />
        <TextLink look="name" href="/admin/first-run">
          {t('frame.dashboard.setupOpen')}
        </TextLink>
        <span className="ms-line-note">{t('frame.dashboard.setupNote')}</span>
      </p>
    </Card>
  );
}

import { Checkbox, NativeSelect } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { NotificationMail, NotificationPreference } from '#engine/model/wire';
import { getErrorMessage, getNotificationPreferences, saveNotificationPreferences, type ApiError } from '../../client/index.ts';
import { ErrorState, findIcon, Icon, Section, showNotice, SkeletonRows, t } from '../../kit/index.ts';
import '../styles/notification-preferences.css';

const KEY = ['notifications', 'preferences'] as const;
const MAILS: readonly NotificationMail[] = ['off', 'now', 'daily'];

interface RowProps {
  readonly preference: NotificationPreference;
  readonly onChange: (preference: NotificationPreference) => void;
}

function Row({ preference, onChange }: RowProps) {
  const { label, icon, app, mail } = preference;
  return (
    <tr>
      <th scope="row">
        <Icon of={findIcon(icon)} size={16} /> {label}
      </th>
      <td>
        <Checkbox
          aria-label={t('notifications.inApp', { kind: label })}
          checked={app}
          onChange={(event) => onChange({ ...preference, app: event.currentTarget.checked })}
        />
      </td>
      <td>
        <NativeSelect
          size="xs"
          aria-label={t('notifications.byMail', { kind: label })}
          data={MAILS.map((value) => ({ value, label: t(`notifications.mail.${value}`) }))}
          value={mail}
          onChange={(event) => onChange({ ...preference, mail: event.currentTarget.value as NotificationMail })}
        />
      </td>
    </tr>
  );
}

/** Which notifications the user gets under the bell, and by e-mail. Each choice is saved at once. */
export function NotificationPreferences() {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery<readonly NotificationPreference[], ApiError>({
    queryKey: KEY,
    queryFn: ({ signal }) => getNotificationPreferences(signal),
  });
  const section = useRef<HTMLDivElement>(null);
  const isLoaded = data !== undefined;
  useEffect(() => {
    // The link under the bell leads here.
    if (isLoaded && window.location.hash === '#notifications') section.current?.scrollIntoView();
  }, [isLoaded]);
  const change = (changed: NotificationPreference) => {
    client.setQueryData<readonly NotificationPreference[]>(KEY, (all) => all?.map((one) => (one.kind === changed.kind ? changed : one)));
    saveNotificationPreferences([changed]).catch((cause: unknown) => {
      showNotice({ kind: 'error', text: getErrorMessage(cause) });
      void client.invalidateQueries({ queryKey: KEY });
    });
  };
  return (
    <div ref={section} id="notifications">
      <Section title={t('notifications.title')} className="mv-tokens">
        <p className="mv-account-help">{t('notifications.preferencesHelp')}</p>
        {error !== null && <ErrorState compact text={error.message} code={error.code} onRetry={() => void refetch()} />}
        {!isLoaded && error === null && <SkeletonRows rows={4} />}
        {isLoaded && (
          <table className="mv-preferences">
            <thead>
              <tr>
                <th scope="col">{t('notifications.kind')}</th>
                <th scope="col">{t('notifications.bell')}</th>
                <th scope="col">{t('notifications.email')}</th>
              </tr>
            </thead>
            <tbody>
              {data.map((one) => (
                <Row key={one.kind} preference={one} onChange={change} />
              ))}
            </tbody>
          </table>
        )}
      </Section>
    </div>
  );
}

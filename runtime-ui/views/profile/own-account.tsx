import { useState } from 'react';
import type { ShellView } from '#engine/model/wire';
import { Button, Section, t } from '../../kit/index.ts';
import { ChangeEmailDialog, ChangePasswordDialog } from './own-account-dialogs.tsx';
import { Sessions } from './sessions.tsx';
import '../styles/api-tokens.css';

/** How the user signs in: e-mail and password, each changed with the password, and the open sessions. */
export function OwnAccount({ shell }: { readonly shell: ShellView }) {
  const [opened, setOpened] = useState<'email' | 'password' | undefined>(undefined);
  const close = () => setOpened(undefined);
  return (
    <>
      <Section title={t('ownAccount.title')} className="mv-tokens">
        <dl className="mv-account">
          <div>
            <dt>{t('ownAccount.email')}</dt>
            <dd>{shell.user.email}</dd>
            <dd>
              <Button size="sm" onClick={() => setOpened('email')}>
                {t('ownAccount.changeEmail')}
              </Button>
            </dd>
          </div>
          <div>
            <dt>{t('ownAccount.password')}</dt>
            <dd className="mv-account-help">{t('ownAccount.passwordHelp')}</dd>
            <dd>
              <Button size="sm" onClick={() => setOpened('password')}>
                {t('ownAccount.changePassword')}
              </Button>
            </dd>
          </div>
        </dl>
        {opened === 'email' && <ChangeEmailDialog onClose={close} />}
        {opened === 'password' && <ChangePasswordDialog hasTokens={shell.isStaff} onClose={close} />}
      </Section>
      <Sessions />
    </>
  );
}

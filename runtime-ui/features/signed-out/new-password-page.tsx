import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { completeRegistration, homeRoute, usePublicSettings } from '../../client/index.ts';
import { showNotice, t } from '../../kit/index.ts';
import { CreateStep } from './create-step.tsx';
import { SignedOutAlert } from './signed-out-alert.tsx';
import { DEFAULT_MAX_LENGTH } from './password-rules.ts';
import { SignedOutPage } from './signed-out-page.tsx';
import { VerifyStep } from './verify-step.tsx';

/** `/new-password`: first the temporary password, then the new one; the user is signed in at the end. */
export function NewPasswordPage() {
  const navigate = useNavigate();
  const { state } = useLocation() as { state: { email?: string } | null };
  const { data: settings } = usePublicSettings();
  const [email, setEmail] = useState(state?.email ?? '');
  const [token, setToken] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);
  const complete = async (password: string) => {
    setBusy(true);
    setFailed(false);
    try {
      const { user } = await completeRegistration({ token: token ?? '', email: email.trim(), password });
      showNotice({ kind: 'ok', text: t('newPassword.done') });
      await navigate(homeRoute(user), { replace: true });
    } catch {
      setFailed(true);
    } finally {
      setBusy(false);
    }
  };
  if (token === undefined) {
    return (
      <SignedOutPage title={t('newPassword.verifyTitle')} help={t('newPassword.verifyHelp')}>
        <VerifyStep email={email} onEmail={setEmail} onVerified={setToken} />
      </SignedOutPage>
    );
  }
  return (
    <SignedOutPage title={t('newPassword.title')}>
      {failed && <SignedOutAlert title={t('newPassword.failed')} />}
      <CreateStep
        maxLength={settings?.password_max_length ?? DEFAULT_MAX_LENGTH}
        busy={busy}
        onSubmit={(password) => void complete(password)}
      />
    </SignedOutPage>
  );
}

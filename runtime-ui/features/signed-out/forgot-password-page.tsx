import { TextInput } from '@mantine/core';
import { ArrowLeft } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { useNavigate } from 'react-router';
import { passwordReset, getErrorMessage } from '../../client/index.ts';
import { Button, ButtonLink, NOTICE_DURATIONS, showNotice, t } from '../../kit/index.ts';
import { SignedOutPage } from './signed-out-page.tsx';

/** `/forgot-password`: requests a temporary password, shows a message, and opens the new password page whatever the result. */
export function ForgotPasswordPage() {
  const navigate = useNavigate();
  const [email, setEmail] = useState('');
  const [busy, setBusy] = useState(false);
  const send = async () => {
    setBusy(true);
    try {
      await passwordReset(email.trim());
      showNotice({ kind: 'ok', text: t('forgot.sent'), duration: NOTICE_DURATIONS.passwordReset });
    } catch (error) {
      showNotice({ kind: 'warning', title: t('forgot.warning'), text: getErrorMessage(error), duration: NOTICE_DURATIONS.passwordReset });
    }
    await navigate('/new-password', { state: { email: email.trim() } });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (email.trim() !== '' && !busy) void send();
  };
  return (
    <SignedOutPage title={t('forgot.title')} help={t('forgot.help')}>
      <form className="ms-out-fields" onSubmit={submit} noValidate>
        <TextInput
          label={t('signIn.email')}
          size="lg"
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <Button type="submit" variant="primary" size="lg" fullWidth disabled={email.trim() === ''} loading={busy}>
          {t('forgot.submit')}
        </Button>
        <ButtonLink href="/login" variant="quiet" icon={ArrowLeft}>
          {t('forgot.back')}
        </ButtonLink>
      </form>
    </SignedOutPage>
  );
}

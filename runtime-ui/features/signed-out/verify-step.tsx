import { TextInput } from '@mantine/core';
import { ArrowLeft } from 'lucide-react';
import { useId, useState, type FormEvent } from 'react';
import { ApiError, temporarySignIn } from '../../client/index.ts';
import { Button, ButtonLink, ConfirmDialog, t } from '../../kit/index.ts';
import { PasswordField } from './password-field.tsx';

export interface VerifyStepProps {
  readonly email: string;
  readonly onEmail: (email: string) => void;
  /** Called with the token that is valid for setting the password. */
  readonly onVerified: (token: string) => void;
}

async function verify(email: string, password: string): Promise<{ readonly token: string } | { readonly text: string }> {
  try {
    const response = await temporarySignIn({ email, password });
    if (response.status && response.token) return { token: response.token };
    return { text: response.user ? t('newPassword.wrongTemporary') : (response.error ?? t('newPassword.wrongEither')) };
  } catch (error) {
    return { text: error instanceof ApiError && error.message !== '' ? error.message : t('newPassword.wrongEither') };
  }
}

/** Step 1 of a new password: e-mail and temporary password; an error is shown in a dialog. */
export function VerifyStep({ email, onEmail, onVerified }: VerifyStepProps) {
  const id = useId();
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const isReady = email.trim() !== '' && password !== '';
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!isReady || busy) return;
    setBusy(true);
    const result = await verify(email.trim(), password.trim());
    setBusy(false);
    if ('token' in result) onVerified(result.token);
    else setRefusal(result.text);
  };
  const close = () => setRefusal(undefined);
  return (
    <form className="ms-out-fields" onSubmit={(event) => void submit(event)} noValidate>
      <TextInput
        id={`${id}-email`}
        label={t('signIn.email')}
        size="lg"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        value={email}
        onChange={(event) => onEmail(event.currentTarget.value)}
      />
      <PasswordField
        id={`${id}-password`}
        label={t('newPassword.temporary')}
        value={password}
        onChange={setPassword}
        autoComplete="one-time-code"
      />
      <Button type="submit" variant="primary" size="lg" fullWidth disabled={!isReady} loading={busy}>
        {t('newPassword.verify')}
      </Button>
      <ButtonLink href="/login" variant="quiet" icon={ArrowLeft}>
        {t('forgot.back')}
      </ButtonLink>
      <ConfirmDialog
        opened={refusal !== undefined}
        title={t('newPassword.dialogTitle')}
        text={refusal ?? ''}
        confirmLabel={t('actions.tryAgain')}
        onConfirm={close}
        onCancel={close}
      />
    </form>
  );
}

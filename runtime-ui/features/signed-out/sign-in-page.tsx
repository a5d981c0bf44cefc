import { Checkbox, TextInput } from '@mantine/core';
import { useEffect, useId, useState, type FormEvent } from 'react';
import { useNavigate } from 'react-router';
import {
  ApiError,
  baseRoute,
  isTokenExpired,
  login,
  readToken,
  signInRoute,
  takeRedirect,
  getErrorMessage,
  useLoadPublicSettings,
  useShell,
} from '../../client/index.ts';
import { Button, NOTICE_DURATIONS, showNotice, t, TextLink } from '../../kit/index.ts';
import { SignedOutAlert } from './signed-out-alert.tsx';
import { PasswordField } from './password-field.tsx';
import { readRememberedEmail, rememberEmail } from './remembered-email.ts';
import { SignedOutPage } from './signed-out-page.tsx';
import { useBranding } from './use-branding.ts';

interface Failure {
  readonly text: string;
  readonly help: string | undefined;
}

function toFailure(error: unknown): Failure {
  const isWrong = error instanceof ApiError && error.code === 'sign_in_failed';
  return { text: getErrorMessage(error), help: isWrong ? t('signIn.checkBoth') : undefined };
}

function useSignIn() {
  const navigate = useNavigate();
  const loadSettings = useLoadPublicSettings();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const signIn = async (email: string, password: string, remember: boolean) => {
    setBusy(true);
    setFailure(undefined);
    try {
      const { user } = await login({ email: email.trim(), password });
      rememberEmail(remember ? email.trim() : '');
      showNotice({ kind: 'ok', text: t('signIn.welcome', { name: user.first_name }), duration: NOTICE_DURATIONS.welcome });
      await navigate(takeRedirect() ?? signInRoute(user, await loadSettings()), { replace: true });
    } catch (error) {
      setFailure(toFailure(error));
    } finally {
      setBusy(false);
    }
  };
  return { busy, failure, signIn };
}

/** A user who is already signed in is redirected: to the saved path, or to the base route of their type. */
function useSkipWhenSignedIn(): void {
  const navigate = useNavigate();
  const [wasSignedIn] = useState(() => !isTokenExpired(readToken()));
  const { data: shell } = useShell(wasSignedIn);
  const user = wasSignedIn ? shell?.user : undefined;
  useEffect(() => {
    if (user) void navigate(takeRedirect() ?? baseRoute(user), { replace: true });
  }, [navigate, user]);
}

/** `/login` and `/home`: one error for both causes, above the form; the button is enabled when both fields are filled. */
export function SignInPage() {
  const id = useId();
  useSkipWhenSignedIn();
  const { busy, failure, signIn } = useSignIn();
  const { note } = useBranding();
  const [email, setEmail] = useState(readRememberedEmail);
  const [password, setPassword] = useState('');
  const [remember, setRemember] = useState(() => readRememberedEmail() !== '');
  const [first] = useState(email === '' ? 'email' : 'password');
  useEffect(() => document.getElementById(`${id}-${first}`)?.focus(), [id, first]);
  const isReady = email.trim() !== '' && password !== '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady && !busy) void signIn(email, password, remember);
  };
  return (
    <SignedOutPage title={t('signIn.title')} foot={t('signIn.needAccount')}>
      {failure && <SignedOutAlert title={failure.text} help={failure.help} />}
      <form className="ms-out-fields" onSubmit={submit} noValidate>
        <TextInput
          id={`${id}-email`}
          label={t('signIn.email')}
          size="lg"
          type="email"
          name="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <PasswordField
          id={`${id}-password`}
          label={t('signIn.password')}
          value={password}
          onChange={setPassword}
          autoComplete="current-password"
          aside={<TextLink href="/forgot-password">{t('signIn.forgot')}</TextLink>}
        />
        <div className="ms-out-remember">
          <Checkbox
            label={t('signIn.rememberMe')}
            checked={remember}
            onChange={(event) => setRemember(event.currentTarget.checked)}
            aria-describedby={`${id}-help`}
          />
          <span id={`${id}-help`}>{t('signIn.rememberHelp')}</span>
        </div>
        <Button type="submit" variant="primary" size="lg" fullWidth disabled={!isReady} loading={busy}>
          {t('signIn.submit')}
        </Button>
      </form>
      {note !== undefined && <p className="ms-out-more">{note}</p>}
    </SignedOutPage>
  );
}

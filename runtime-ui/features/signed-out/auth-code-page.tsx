import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { Button, ButtonLink, t } from '../../kit/index.ts';
import { SignedOutAlert } from './signed-out-alert.tsx';
import { SignedOutPage } from './signed-out-page.tsx';

/** The clipboard is not available without TLS: the code is selected, so that Ctrl C copies it. */
function selectText(element: HTMLElement | null): void {
  if (element) getSelection()?.selectAllChildren(element);
}

/** `/auth-code` and `/gmail-callback`: shows the code from the provider of a mail account, to be pasted where it is required. */
export function AuthCodePage() {
  const [query] = useSearchParams();
  const [outcome, setOutcome] = useState<'copied' | 'selected'>();
  const code = query.get('code') ?? '';
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(code);
      setOutcome('copied');
    } catch {
      selectText(document.getElementById('auth-code'));
      setOutcome('selected');
    }
  };
  if (code === '')
    return (
      <SignedOutPage title={t('authCode.title')}>
        <SignedOutAlert title={t('authCode.missing')} help={t('authCode.missingHelp')} />
        <ButtonLink href="/login">{t('forgot.back')}</ButtonLink>
      </SignedOutPage>
    );
  return (
    <SignedOutPage title={t('authCode.title')} help={t('authCode.paste')}>
      <div className="ms-out-fields">
        <code id="auth-code" className="ms-out-code">
          {code}
        </code>
        <Button variant="primary" size="lg" fullWidth icon={outcome === 'copied' ? Check : Copy} onClick={() => void copy()}>
          {t('authCode.copy')}
        </Button>
        <p role="status" className="ms-out-help-line">
          {outcome === undefined ? '' : t(`authCode.${outcome}`)}
        </p>
      </div>
    </SignedOutPage>
  );
}

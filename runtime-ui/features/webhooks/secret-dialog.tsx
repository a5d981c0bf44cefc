import { TextInput } from '@mantine/core';
import { Check, Copy } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button, Dialog, showNotice, t } from '../../kit/index.ts';

/** The secret of a webhook, this once. */
export function SecretDialog({ secret, onClose }: { readonly secret: string; readonly onClose: () => void }) {
  const [copied, setCopied] = useState(false);
  const text = useRef<HTMLInputElement>(null);
  const copy = () => {
    text.current?.select();
    navigator.clipboard.writeText(secret).then(() => setCopied(true), () => showNotice({ kind: 'error', text: t('webhooks.secret.copyFailed') }));
  };
  const buttons = (
    <>
      <Button icon={copied ? Check : Copy} onClick={copy}>{copied ? t('webhooks.secret.copied') : t('webhooks.secret.copy')}</Button>
      <Button variant="primary" onClick={onClose}>{t('webhooks.secret.done')}</Button>
    </>
  );
  return (
    <Dialog opened dirty size="confirm" title={t('webhooks.secret.title')} subtitle={t('webhooks.secret.help')} onCancel={onClose} actions={buttons}>
      <TextInput ref={text} label={t('webhooks.secret.label')} readOnly data-autofocus value={secret} classNames={{ input: 'mw-mono' }} onFocus={(event) => event.currentTarget.select()} />
    </Dialog>
  );
}

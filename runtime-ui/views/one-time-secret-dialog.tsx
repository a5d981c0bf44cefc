import { TextInput } from '@mantine/core';
import { Check, Copy } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button, Dialog, showNotice, t } from '../kit/index.ts';

export interface OneTimeSecretDialogProps {
  readonly title: string;
  /** Explains why the value must be copied now. */
  readonly help: string;
  readonly label: string;
  readonly value: string;
  readonly onClose: () => void;
}

/** A new secret that is shown only once, with a button that copies it. */
export function OneTimeSecretDialog({ title, help, label, value, onClose }: OneTimeSecretDialogProps) {
  const [copied, setCopied] = useState(false);
  const text = useRef<HTMLInputElement>(null);
  const copy = () => {
    text.current?.select();
    navigator.clipboard.writeText(value).then(
      () => setCopied(true),
      () => showNotice({ kind: 'error', text: t('shownOnce.copyFailed') }),
    );
  };
  const buttons = (
    <>
      <Button icon={copied ? Check : Copy} onClick={copy}>
        {copied ? t('actions.copied') : t('actions.copy')}
      </Button>
      <Button variant="primary" onClick={onClose}>
        {t('actions.done')}
      </Button>
    </>
  );
  return (
    <Dialog opened dirty size="confirm" title={title} subtitle={help} onCancel={onClose} actions={buttons}>
      <TextInput
        ref={text}
        label={label}
        readOnly
        data-autofocus
        value={value}
        classNames={{ input: 'ms-mono' }}
        onFocus={(event) => event.currentTarget.select()}
      />
    </Dialog>
  );
}

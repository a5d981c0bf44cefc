import { Check, CircleAlert, Copy, RotateCw } from 'lucide-react';
import { useState } from 'react';
import { t } from '../texts/texts.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';

/** Props of what is shown instead of content that could not be loaded. */
export interface ErrorStateProps {
  /** What failed. */
  readonly title?: string;
  /** The message of the server, or what to do. */
  readonly text?: string;
  /** What was not lost. */
  readonly reassurance?: string;
  /** Called by the button that tries again; absent: there is no button. */
  readonly onRetry?: () => void;
  /** Stable error code, for support. */
  readonly code?: string;
  /** Inside a card: smaller; default false. */
  readonly compact?: boolean;
}

/** An error code with a copy button. */
export function CopyCode({ code }: { readonly code: string }) {
  const [copied, setCopied] = useState(false);
  const copy = () =>
    void navigator.clipboard.writeText(code).then(
      () => setCopied(true),
      () => undefined,
    );
  return (
    <span className="ms-copy-code">
      {t('states.errorCode')} <code>{code}</code>
      <Button size="xs" variant="quiet" icon={copied ? Check : Copy} onClick={copy}>
        {copied ? t('actions.copied') : t('actions.copy')}
      </Button>
    </span>
  );
}

/** What failed, what was not lost, Try again, and an error code to copy. */
export function ErrorState({
  title = t('states.errorTitle'),
  text,
  reassurance = t('states.errorReassurance'),
  onRetry,
  code,
  compact = false,
}: ErrorStateProps) {
  return (
    <div role="alert" className={`ms-empty ${compact ? 'ms-empty-compact' : ''}`}>
      <span className="ms-error-mark">
        <Icon of={CircleAlert} size={compact ? 20 : 28} />
      </span>
      <p className="ms-empty-title">{title}</p>
      {text !== undefined && <p className="ms-empty-help">{text}</p>}
      <p className="ms-empty-help">{reassurance}</p>
      {onRetry && (
        <div className="ms-empty-actions">
          <Button variant="primary" icon={RotateCw} onClick={onRetry}>
            {t('actions.tryAgain')}
          </Button>
        </div>
      )}
      {code !== undefined && <CopyCode code={code} />}
    </div>
  );
}

import { useState, type KeyboardEvent, type ReactNode } from 'react';
import { Button, FieldError, getErrorMessage } from '#ui';
import { tComments } from './texts.ts';

/** Sends what is typed, once at a time. `problem` is why it was not sent. */
export function useSending(send: () => Promise<void>) {
  const [problem, setProblem] = useState<string>();
  const [isSending, setSending] = useState(false);
  const run = async () => {
    if (isSending) return;
    setSending(true);
    setProblem(undefined);
    try {
      await send();
    } catch (error) {
      setProblem(getErrorMessage(error));
    } finally {
      setSending(false);
    }
  };
  /** Ctrl Enter sends, and does nothing else on the page. */
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.stopPropagation();
    void run();
  };
  return { problem, setProblem, isSending, run, handleKey };
}

interface ComposerFootProps {
  readonly sending: Pick<ReturnType<typeof useSending>, 'problem' | 'isSending' | 'run'>;
  readonly isEmpty: boolean;
  /** Something else must end first. */
  readonly isWaiting?: boolean;
  readonly sendLabel: string;
  /** Further buttons. */
  readonly children?: ReactNode;
}

/** Below a text: how to send it by key, the button that sends it, and why it was not sent. */
export function ComposerFoot({ sending, isEmpty, isWaiting = false, sendLabel, children }: ComposerFootProps) {
  const { problem, isSending, run } = sending;
  return (
    <>
      <div className="ms-composer-foot">
        <span className="ms-muted cm-hint">{isEmpty ? '' : tComments('hint')}</span>
        {children}
        <Button size="sm" variant="primary" disabled={isEmpty || isWaiting} loading={isSending} onClick={() => void run()}>
          {sendLabel}
        </Button>
      </div>
      {problem !== undefined && (
        <div role="alert">
          <FieldError>{problem}</FieldError>
        </div>
      )}
    </>
  );
}

import { Textarea } from '@mantine/core';
import { useState } from 'react';
import { Button, FieldError, getErrorMessage } from '#ui';
import { MAX_COMMENT } from '../../shared/comment.ts';
import { tComments } from '../texts.ts';

interface MessageFormProps {
  readonly label: string;
  readonly sendLabel: string;
  /** Saves the trimmed text. Rejects with what is shown below it. */
  readonly onSend: (text: string) => Promise<void>;
}

/** A text with a button that sends it, also by Ctrl Enter. A text that could not be sent stays. */
export function MessageForm({ label, sendLabel, onSend }: MessageFormProps) {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const [isSending, setSending] = useState(false);
  const send = async () => {
    if (text.trim() === '' || isSending) return;
    setSending(true);
    setProblem(undefined);
    try {
      await onSend(text.trim());
      setText('');
    } catch (error) {
      setProblem(getErrorMessage(error));
    } finally {
      setSending(false);
    }
  };
  return (
    <div className="ms-composer">
      <Textarea
        aria-label={label}
        placeholder={label}
        autosize
        minRows={2}
        maxRows={10}
        maxLength={MAX_COMMENT}
        value={text}
        onChange={(event) => {
          setProblem(undefined);
          setText(event.currentTarget.value);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.stopPropagation();
          void send();
        }}
      />
      <div className="ms-composer-foot">
        <span className="ms-muted cm-hint">{text.trim() === '' ? '' : tComments('hint')}</span>
        <Button size="sm" variant="primary" disabled={text.trim() === ''} loading={isSending} onClick={() => void send()}>
          {sendLabel}
        </Button>
      </div>
      {problem !== undefined && (
        <div role="alert">
          <FieldError>{problem}</FieldError>
        </div>
      )}
    </div>
  );
}

import { Textarea } from '@mantine/core';
import { useState } from 'react';
import { MAX_COMMENT } from '../../shared/comment.ts';
import { ComposerFoot, useSending } from '../composer.tsx';

interface MessageFormProps {
  readonly label: string;
  readonly sendLabel: string;
  /** Saves the trimmed text. Rejects with what is shown below it. */
  readonly onSend: (text: string) => Promise<void>;
}

/** A text with a button that sends it, also by Ctrl Enter. A text that could not be sent stays. */
export function MessageForm({ label, sendLabel, onSend }: MessageFormProps) {
  const [text, setText] = useState('');
  const isEmpty = text.trim() === '';
  const sending = useSending(async () => {
    if (isEmpty) return;
    await onSend(text.trim());
    setText('');
  });
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
          sending.setProblem(undefined);
          setText(event.currentTarget.value);
        }}
        onKeyDown={sending.handleKey}
      />
      <ComposerFoot sending={sending} isEmpty={isEmpty} sendLabel={sendLabel} />
    </div>
  );
}

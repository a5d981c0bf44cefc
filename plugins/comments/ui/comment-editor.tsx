import { Textarea } from '@mantine/core';
import { useId, useRef, useState, type ReactNode } from 'react';
import { MAX_COMMENT } from '../shared/comment.ts';
import { ComposerFoot, useSending } from './composer.tsx';
import { ChosenFiles, FileChoice, type FilesOfNew } from './comment-files.tsx';
import type { Colleague, RecordKey } from './comments-api.ts';
import { tComments } from './texts.ts';
import { useMentions } from './use-mentions.ts';

/** What is typed: the text, and the colleagues who were chosen for it. */
export interface TypedComment {
  readonly text: string;
  readonly people: readonly Colleague[];
}

interface CommentEditorProps {
  readonly record: RecordKey;
  readonly typed: TypedComment;
  readonly onType: (typed: TypedComment) => void;
  /** Saves the trimmed text with the ids of the colleagues whose names are still in it. Rejects with what is shown below the text. */
  readonly onSend: (comment: string, mentions: readonly string[]) => Promise<void>;
  readonly sendLabel: string;
  readonly isFocused?: boolean;
  /** Its files; undefined: it takes none. */
  readonly chosen?: FilesOfNew;
  /** Further buttons. */
  readonly children?: ReactNode;
}

function MentionList({
  id,
  offered,
  marked,
  onChoose,
}: {
  readonly id: string;
  readonly offered: readonly Colleague[];
  readonly marked: number;
  readonly onChoose: (colleague: Colleague) => void;
}) {
  if (offered.length === 0)
    return (
      <p className="cm-no-people" role="status">
        {tComments('noPeople')}
      </p>
    );
  return (
    <ul className="cm-people" role="listbox" id={id} aria-label={tComments('people')}>
      {offered.map((colleague, at) => (
        <li
          key={colleague._id}
          id={`${id}-${at}`}
          role="option"
          aria-selected={at === marked}
          className="cm-person"
          // The text keeps the focus.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(colleague)}
        >
          {colleague.name}
        </li>
      ))}
    </ul>
  );
}

/** The text of a comment, with a list of colleagues after an @. */
export function CommentEditor({ record, typed, onType, onSend, sendLabel, isFocused = false, chosen, children }: CommentEditorProps) {
  const [isUploading, setUploading] = useState(false);
  const input = useRef<HTMLTextAreaElement>(null);
  const listId = useId();
  const { text, people } = typed;
  const mentions = useMentions(record, input, (next, colleague) =>
    onType({ ...typed, text: next, people: [...people.filter(({ _id }) => _id !== colleague._id), colleague] }),
  );
  const comment = text.trim();
  const sending = useSending(async () => {
    if (comment === '' || isUploading) return;
    await onSend(
      comment,
      people.filter(({ name }) => comment.includes(`@${name}`)).map(({ _id }) => _id),
    );
  });
  const isOpen = mentions.offered !== undefined && mentions.offered.length > 0;
  return (
    <div className="ms-composer">
      <Textarea
        ref={input}
        aria-label={tComments('write')}
        placeholder={tComments('placeholder')}
        autosize
        minRows={2}
        maxRows={10}
        maxLength={MAX_COMMENT}
        value={text}
        autoFocus={isFocused}
        aria-autocomplete="list"
        aria-controls={isOpen ? listId : undefined}
        aria-activedescendant={isOpen ? `${listId}-${mentions.marked}` : undefined}
        onChange={(event) => {
          sending.setProblem(undefined);
          onType({ ...typed, text: event.currentTarget.value });
          mentions.follow(event.currentTarget.value, event.currentTarget.selectionStart);
        }}
        onKeyDown={(event) => {
          if (!mentions.handleKey(event)) sending.handleKey(event);
        }}
      />
      {mentions.offered !== undefined && (
        <MentionList id={listId} offered={mentions.offered} marked={mentions.marked} onChoose={mentions.choose} />
      )}
      {chosen !== undefined && <ChosenFiles chosen={chosen} />}
      <ComposerFoot sending={sending} isEmpty={comment === ''} isWaiting={isUploading} sendLabel={sendLabel}>
        {chosen !== undefined && (
          <FileChoice chosen={chosen} isUploading={isUploading} onUploading={setUploading} onProblem={sending.setProblem} />
        )}
        {children}
      </ComposerFoot>
    </div>
  );
}

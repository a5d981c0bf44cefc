import { useState } from 'react';
import { Button, EmptyState, ErrorState, showNotice, SkeletonRows, type SlotProps } from '#ui';
import { AutomaticFollowing } from './automatic-following.tsx';
import { addComment, type RecordKey } from './comments-api.ts';
import type { ChosenFile, FilesOfNew } from './comment-files.tsx';
import { CommentEditor, type TypedComment } from './comment-editor.tsx';
import { CommentItem } from './comment-item.tsx';
import { tComments } from './texts.ts';
import { useComments, type Comments } from './use-comments.ts';
import './comments.css';

const EMPTY: TypedComment = { text: '', people: [] };

/** What was typed and not sent, by record: it is there again after another tab or page. */
const unsent = new Map<string, TypedComment>();
/** Their files. */
const unsentFiles = new Map<string, readonly ChosenFile[]>();
const NO_FILES: readonly ChosenFile[] = [];

function NewComment({ record, onAdded }: { readonly record: RecordKey; readonly onAdded: () => Promise<void> }) {
  const key = `${record.module}/${record.id}`;
  const [typed, setTyped] = useState(unsent.get(key) ?? EMPTY);
  const type = (next: TypedComment) => {
    if (next.text === '') unsent.delete(key);
    else unsent.set(key, next);
    setTyped(next);
  };
  const [files, setFiles] = useState(unsentFiles.get(key) ?? NO_FILES);
  const change: FilesOfNew['change'] = (next) =>
    setFiles((now) => {
      const changed = next(now);
      unsentFiles.set(key, changed);
      return changed;
    });
  return (
    <CommentEditor
      record={record}
      typed={typed}
      onType={type}
      chosen={{ files, change }}
      sendLabel={tComments('send')}
      onSend={async (comment, mentions) => {
        await addComment(
          record,
          comment,
          mentions,
          files.map(({ path }) => path),
        );
        type(EMPTY);
        change(() => NO_FILES);
        showNotice({ kind: 'ok', text: tComments('sent') });
        await onAdded();
      }}
    />
  );
}

function CommentList({ record, comments }: { readonly record: RecordKey; readonly comments: Comments }) {
  const [isOpenOnly, setOpenOnly] = useState(false);
  const { page, error, isReading, reload, showEarlier } = comments;
  if (page === undefined && error !== undefined)
    return <ErrorState compact text={tComments('failed')} code={error.code} onRetry={() => void reload()} />;
  if (page === undefined) return <SkeletonRows rows={3} height={56} columns={1} />;
  if (page.total === 0) return <EmptyState compact title={tComments('none')} help={tComments('noneHint')} />;
  const shown = isOpenOnly ? page.data.filter(({ resolved }) => !resolved) : page.data;
  return (
    <>
      <div className="cm-list-head">
        <span className="ms-muted">{page.total === 1 ? tComments('totalOne') : tComments('total', { count: page.total })}</span>
        <Button size="sm" variant="quiet" aria-pressed={isOpenOnly} onClick={() => setOpenOnly(!isOpenOnly)}>
          {tComments(isOpenOnly ? 'showAll' : 'openOnly')}
        </Button>
      </div>
      {error !== undefined && <ErrorState compact text={tComments('failed')} code={error.code} onRetry={() => void reload()} />}
      <ol className="cm-list">
        {shown.map((comment) => (
          <CommentItem key={comment._id} record={record} comment={comment} onChanged={reload} />
        ))}
      </ol>
      {page.next !== null && (
        <Button size="sm" variant="quiet" className="ms-link-button" loading={isReading} onClick={showEarlier}>
          {tComments('earlier')}
        </Button>
      )}
    </>
  );
}

/** The comments of staff on a record, the newest first, below the form for a new one. */
export function CommentPanel({ module, record }: SlotProps<'record'>) {
  const key: RecordKey = { module: module.name, id: record._id };
  const comments = useComments(key);
  return (
    <div className="cm-panel">
      <NewComment key={record._id} record={key} onAdded={comments.reload} />
      <CommentList record={key} comments={comments} />
      <AutomaticFollowing />
    </div>
  );
}

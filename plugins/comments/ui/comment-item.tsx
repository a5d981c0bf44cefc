import { Check, Ellipsis, Pencil, RotateCcw, ThumbsUp, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button, ConfirmDialog, formatFullDay, formatTime, getErrorMessage, Icon, IconButton, localDay, Menu, showNotice } from '#ui';
import type { CommentView } from '../shared/comment.ts';
import { divideComment } from '../shared/find-mention.ts';
import { changeComment, likeComment, removeComment, type RecordKey } from './comments-api.ts';
import { CommentFiles } from './comment-files.tsx';
import { CommentEditor, type TypedComment } from './comment-editor.tsx';
import { tComments } from './texts.ts';

interface CommentItemProps {
  readonly record: RecordKey;
  readonly comment: CommentView;
  readonly onChanged: () => Promise<void>;
}

/** The text of a comment with its mentions marked. */
function CommentText({ comment: { comment, mentions } }: Pick<CommentItemProps, 'comment'>) {
  const parts = divideComment(
    comment,
    mentions.map(({ name }) => name),
  );
  return (
    <p className="cm-text">
      {parts.map(({ text, isMention }, at) =>
        isMention ? (
          <strong key={at} className="cm-mention">
            {text}
          </strong>
        ) : (
          <span key={at}>{text}</span>
        ),
      )}
    </p>
  );
}

function EditedComment({ record, comment, onChanged, onClose }: CommentItemProps & { readonly onClose: () => void }) {
  const [typed, setTyped] = useState<TypedComment>({ text: comment.comment, people: comment.mentions });
  return (
    <CommentEditor
      record={record}
      typed={typed}
      onType={setTyped}
      sendLabel={tComments('save')}
      isFocused
      onSend={async (text, mentions) => {
        await changeComment(comment._id, { comment: text, mentions });
        await onChanged();
        onClose();
      }}
    >
      <Button size="sm" variant="quiet" onClick={onClose}>
        {tComments('cancel')}
      </Button>
    </CommentEditor>
  );
}

function useCommentActions({ comment, onChanged }: CommentItemProps, onEdit: () => void, onRemove: () => void) {
  const run = async (action: () => Promise<unknown>) => {
    try {
      await action();
      await onChanged();
    } catch (error) {
      showNotice({ kind: 'error', text: getErrorMessage(error) });
    }
  };
  const { _id, resolved, isOwn, mayDelete } = comment;
  const items = [
    {
      id: 'resolve',
      label: tComments(resolved ? 'reopen' : 'resolve'),
      icon: resolved ? RotateCcw : Check,
      onSelect: () => void run(() => changeComment(_id, { resolved: !resolved })),
    },
    ...(isOwn ? [{ id: 'edit', label: tComments('edit'), icon: Pencil, onSelect: onEdit }] : []),
    ...(mayDelete ? [{ id: 'delete', label: tComments('remove'), icon: Trash2, onSelect: onRemove, danger: true }] : []),
  ];
  const remove = () =>
    run(async () => {
      await removeComment(_id);
      showNotice({ kind: 'ok', text: tComments('removed') });
    });
  return { items, remove };
}

/** Whether the reader likes a comment, and how many do. */
function LikeButton({ comment, onChanged }: Pick<CommentItemProps, 'comment' | 'onChanged'>) {
  const { likes, isLiked, _id } = comment;
  const name = comment.by?.name ?? tComments('someone');
  const like = async () => {
    try {
      await likeComment(_id, !isLiked);
      await onChanged();
    } catch (error) {
      showNotice({ kind: 'error', text: getErrorMessage(error) });
    }
  };
  return (
    <span className="cm-likes">
      <IconButton icon={ThumbsUp} size="sm" label={tComments('like', { name })} aria-pressed={isLiked} onClick={() => void like()} />
      {likes > 0 && <span>{likes === 1 ? tComments('likesOne') : tComments('likes', { count: likes })}</span>}
    </span>
  );
}

/** One comment: who wrote it when, its text, and what can be done with it. */
export function CommentItem(props: CommentItemProps) {
  const { comment } = props;
  const [isEditing, setEditing] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const { items, remove } = useCommentActions(
    props,
    () => setEditing(true),
    () => setAsking(true),
  );
  const name = comment.by?.name ?? tComments('someone');
  const time = new Date(comment.createdAt);
  return (
    <li className={comment.resolved ? 'cm-item cm-resolved' : 'cm-item'}>
      <div className="cm-head">
        <span className="cm-who">
          <strong>{comment.isOwn ? tComments('you') : name}</strong>{' '}
          <time dateTime={comment.createdAt}>
            {formatFullDay(localDay(time))}, {formatTime(comment.createdAt)}
          </time>
          {comment.editedAt !== null && <span> ({tComments('edited')})</span>}
        </span>
        {comment.isUnread && <span className="cm-new">{tComments('unread')}</span>}
        {comment.resolved && (
          <span className="cm-done">
            <Icon of={Check} size={13} /> {tComments('resolved')}
          </span>
        )}
        <Menu
          label={tComments('more', { name })}
          groups={[{ id: 'comment', items }]}
          target={<IconButton icon={Ellipsis} size="sm" label={tComments('more', { name })} />}
        />
      </div>
      {isEditing ? <EditedComment {...props} onClose={() => setEditing(false)} /> : <CommentText comment={comment} />}
      <CommentFiles comment={comment} />
      {!isEditing && <LikeButton comment={comment} onChanged={props.onChanged} />}
      {isAsking && (
        <ConfirmDialog
          opened
          title={tComments('removeTitle')}
          text={tComments('removeText')}
          confirmLabel={tComments('remove')}
          danger
          onCancel={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false);
            void remove();
          }}
        />
      )}
    </li>
  );
}

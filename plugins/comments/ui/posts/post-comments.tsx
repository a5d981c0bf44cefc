import { ThumbsUp } from 'lucide-react';
import { useEffect, useState } from 'react';
import { toText, type JsonValue } from '#engine/model';
import {
  Button,
  ErrorState,
  formatRelativeTime,
  getErrorMessage,
  IconButton,
  readRelate,
  showNotice,
  SkeletonRows,
  useInvalidateRecords,
  useModuleQuery,
  useUserId,
  type RecordData,
} from '#ui';
import { tComments } from '../texts.ts';
import { MessageForm } from './message-form.tsx';
import { addPostComment, COMMENT_STEP, likePostComment, markPostCommentsViewed, readPostComments } from './posts-api.ts';

/** The name of a populated user. */
export function nameOf(value: RecordData[string]): string {
  const user = readRelate(value);
  return user !== undefined && 'name' in user ? toText(user.name) || tComments('someone') : tComments('someone');
}

/** The ids in a field of several users. */
function idsOf(value: RecordData[string]): readonly string[] {
  return Array.isArray(value) ? (value as readonly JsonValue[]).flatMap((one) => readRelate(one)?._id ?? []) : [];
}

function PostComment({ comment, onLike }: { readonly comment: RecordData; readonly onLike: (isLiked: boolean) => void }) {
  const userId = useUserId() ?? '';
  const likes = idsOf(comment['liked_by']);
  const isLiked = likes.includes(userId);
  const name = nameOf(comment['user']);
  const isNew = !idsOf(comment['viewed_by']).includes(userId) && readRelate(comment['user'])?._id !== userId;
  const at = toText(comment['createdAt']);
  return (
    <li className="cm-item">
      <div className="cm-head">
        <span className="cm-who">
          <strong>{name}</strong> <time dateTime={at}>{formatRelativeTime(at)}</time>
        </span>
        {isNew && <span className="cm-new">{tComments('unread')}</span>}
      </div>
      <p className="cm-text">{toText(comment['comment'])}</p>
      <span className="cm-likes">
        <IconButton icon={ThumbsUp} size="sm" label={tComments('like', { name })} aria-pressed={isLiked} onClick={() => onLike(!isLiked)} />
        {likes.length > 0 && <span>{likes.length === 1 ? tComments('likesOne') : tComments('likes', { count: likes.length })}</span>}
      </span>
    </li>
  );
}

/** The comments of a post, the newest first, below the form for a new one. What is shown is marked as viewed. */
export function PostComments({ post, isClosed }: { readonly post: string; readonly isClosed: boolean }) {
  const [limit, setLimit] = useState(COMMENT_STEP);
  const invalidate = useInvalidateRecords();
  const userId = useUserId() ?? '';
  const { data, error, refetch } = useModuleQuery('socialComments', { post, limit }, (signal) => readPostComments(post, limit, signal));
  const unseen = (data?.data ?? []).filter(({ viewed_by: viewers }) => !idsOf(viewers).includes(userId)).map(({ _id }) => _id);
  const unseenKey = unseen.join(' ');
  useEffect(() => {
    // They stay marked as new until they are read again.
    if (unseenKey !== '') void markPostCommentsViewed(unseenKey.split(' ')).catch(() => undefined);
  }, [unseenKey]);
  const change = async (save: () => Promise<void>) => {
    await save();
    await invalidate(['socialComments']);
  };
  const like = (comment: string, liked: boolean) => {
    change(() => likePostComment(comment, liked)).catch((cause: unknown) => showNotice({ kind: 'error', text: getErrorMessage(cause) }));
  };
  return (
    <div className="cm-post-comments">
      {isClosed ? (
        <p className="ms-muted">{tComments('postClosed')}</p>
      ) : (
        <MessageForm
          label={tComments('writeComment')}
          sendLabel={tComments('send')}
          onSend={(text) => change(() => addPostComment(post, text))}
        />
      )}
      {data === undefined && error !== null && (
        <ErrorState compact text={tComments('failed')} code={error.code} onRetry={() => void refetch()} />
      )}
      {data === undefined && error === null && <SkeletonRows rows={2} height={48} columns={1} />}
      <ol className="cm-list">
        {(data?.data ?? []).map((comment) => (
          <PostComment key={comment._id} comment={comment} onLike={(liked) => like(comment._id, liked)} />
        ))}
      </ol>
      {data !== undefined && data.total > data.data.length && (
        <Button size="sm" variant="quiet" className="ms-link-button" onClick={() => setLimit(limit + COMMENT_STEP)}>
          {tComments('earlier')}
        </Button>
      )}
    </div>
  );
}

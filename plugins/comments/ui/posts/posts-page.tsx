import { TextInput } from '@mantine/core';
import { MessageSquare, Pin, PinOff } from 'lucide-react';
import { useState } from 'react';
import { toText } from '#engine/model';
import {
  Button,
  Card,
  EmptyState,
  ErrorState,
  formatRelativeTime,
  getErrorMessage,
  Icon,
  IconButton,
  isAllowed,
  PageHeader,
  readRelate,
  recordRoute,
  showNotice,
  SkeletonRows,
  TextLink,
  useInvalidateRecords,
  useModuleQuery,
  useModuleView,
  useUserId,
  useUrlParams,
  type RecordData,
} from '#ui';
import { tComments } from '../texts.ts';
import { MessageForm } from './message-form.tsx';
import { nameOf, PostComments } from './post-comments.tsx';
import { addPost, countComments, PAGE_SIZE, pinPost, readPosts } from './posts-api.ts';
import '../comments.css';

interface PostProps {
  readonly post: RecordData;
  readonly comments: number;
  readonly mayChange: boolean;
  readonly onPin: () => void;
}

/** The record that a post is about. */
function About({ post }: Pick<PostProps, 'post'>) {
  const about = readRelate(post['related_record']);
  if (about === undefined || !('module' in about) || !('name' in about)) return null;
  return <TextLink href={recordRoute(toText(about.module), about._id)}>{toText(about.name)}</TextLink>;
}

function Post({ post, comments, mayChange, onPin }: PostProps) {
  const [isOpen, setOpen] = useState(false);
  const isPinned = post['pinned'] === true;
  const [name, message, at] = [toText(post['name']), toText(post['message']), toText(post['createdAt'])];
  return (
    <li>
      <Card>
        <article className="cm-post" aria-label={name}>
          <div className="cm-head">
            <span className="cm-who">
              <strong>{nameOf(post['user'])}</strong> <time dateTime={at}>{formatRelativeTime(at)}</time>{' '}
              {toText(post['conversation_type'])}
            </span>
            {isPinned && (
              <span className="cm-done">
                <Icon of={Pin} size={13} /> {tComments('pinned')}
              </span>
            )}
            {mayChange && (
              <IconButton
                icon={isPinned ? PinOff : Pin}
                size="sm"
                label={tComments(isPinned ? 'unpin' : 'pin', { name })}
                onClick={onPin}
              />
            )}
          </div>
          {!message.startsWith(name.replace(/…$/, '')) && <h2 className="cm-post-subject">{name}</h2>}
          {message !== '' && <p className="cm-post-text">{message}</p>}
          <About post={post} />
          <Button size="sm" variant="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            <Icon of={MessageSquare} /> {comments === 1 ? tComments('totalOne') : tComments('total', { count: comments })}
          </Button>
          {isOpen && <PostComments post={post._id} isClosed={post['closed'] === true} />}
        </article>
      </Card>
    </li>
  );
}

function Pages({ page, total, onPage }: { readonly page: number; readonly total: number; readonly onPage: (page: number) => void }) {
  const last = Math.ceil(total / PAGE_SIZE) - 1;
  if (last < 1) return null;
  return (
    <div className="cm-pages">
      <Button size="sm" disabled={page === 0} onClick={() => onPage(page - 1)}>
        {tComments('newer')}
      </Button>
      <span className="ms-muted">{tComments('page', { page: page + 1, pages: last + 1 })}</span>
      <Button size="sm" disabled={page >= last} onClick={() => onPage(page + 1)}>
        {tComments('older')}
      </Button>
    </div>
  );
}

function PostList({ search }: { readonly search: string }) {
  const [page, setPage] = useState(0);
  const invalidate = useInvalidateRecords();
  const userId = useUserId();
  const { data: module } = useModuleView('socialConversations');
  const { data, error, refetch } = useModuleQuery('socialConversations', { page, search }, (signal) => readPosts(page, search, signal));
  const ids = (data?.data ?? []).map(({ _id }) => _id);
  const { data: counts } = useModuleQuery('socialComments', { counted: ids }, (signal) => countComments(ids, signal));
  if (data === undefined && error !== null)
    return <ErrorState text={tComments('postsFailed')} code={error.code} onRetry={() => void refetch()} />;
  if (data === undefined) return <SkeletonRows rows={4} height={96} columns={1} />;
  if (data.data.length === 0)
    return <EmptyState title={tComments(search === '' ? 'postsNone' : 'postsNotFound')} help={tComments('postsNoneHelp')} />;
  const pin = async (post: RecordData) => {
    try {
      await pinPost(post._id, post['pinned'] !== true);
      await invalidate(['socialConversations']);
    } catch (cause) {
      showNotice({ kind: 'error', text: getErrorMessage(cause) });
    }
  };
  return (
    <>
      <ol className="cm-posts" aria-label={tComments('posts')}>
        {data.data.map((post) => (
          <Post
            key={post._id}
            post={post}
            comments={counts?.get(post._id) ?? 0}
            mayChange={module !== undefined && isAllowed(module, 'edit', post, userId)}
            onPin={() => void pin(post)}
          />
        ))}
      </ol>
      <Pages page={page} total={data.total} onPage={setPage} />
    </>
  );
}

/** The page of posts: what people of the company write to each other, pinned posts first, each with its comments. */
export function PostsPage() {
  const [address, , setAddress] = useUrlParams();
  const invalidate = useInvalidateRecords();
  const { data: module } = useModuleView('socialConversations');
  const search = address.get('q') ?? '';
  return (
    <>
      <PageHeader title={tComments('posts')}>
        <TextInput
          size="sm"
          type="search"
          aria-label={tComments('searchPosts')}
          placeholder={tComments('searchPosts')}
          defaultValue={search}
          onChange={(event) => setAddress({ q: event.currentTarget.value.trim() || undefined })}
        />
      </PageHeader>
      <div className="cm-posts-page">
        {module?.rights.create === true && (
          <MessageForm
            label={tComments('writePost')}
            sendLabel={tComments('post')}
            onSend={async (text) => {
              await addPost(text);
              await invalidate(['socialConversations']);
              showNotice({ kind: 'ok', text: tComments('posted') });
            }}
          />
        )}
        <PostList key={search} search={search} />
      </div>
    </>
  );
}

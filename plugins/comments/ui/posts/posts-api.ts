import { callApi, createRecord, searchRecords, updateRecord, type RecordData } from '#ui';

const POSTS = '/api/social-conversations';
const COMMENTS = '/api/social-comments';

/** Posts of a page. */
export const PAGE_SIZE = 20;
/** Comments that are shown at first, and with each further step. */
export const COMMENT_STEP = 20;
/** Characters of the subject of a post without a line break. */
const MAX_SUBJECT = 100;

/** A page of posts: pinned ones first, then by their last activity. */
export function readPosts(pageNumber: number, search: string, signal: AbortSignal) {
  return searchRecords<RecordData>(
    POSTS,
    {
      searchTerms: search === '' ? {} : { or: [{ name: { contains: search } }, { message: { contains: search } }] },
      sortField: 'pinned',
      sortOrder: 'desc',
      thenBy: [{ sortField: 'activity_date', sortOrder: 'desc' }],
      populate: ['user', 'related_record'],
      pageNumber,
      pageSize: PAGE_SIZE,
    },
    signal,
  );
}

/** The number of comments of posts, by the id of the post. */
export async function countComments(posts: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, number>> {
  if (posts.length === 0) return new Map();
  const body = {
    by: [{ field: 'socialConversations_socialComments' }],
    measures: [{ name: 'comments', kind: 'count' }],
    searchTerms: { socialConversations_socialComments: { in: [...posts] } },
  };
  const { data } = await callApi<{
    readonly data: readonly { readonly keys: readonly unknown[]; readonly measures: { readonly comments: number } }[];
  }>('POST', `${COMMENTS}/group`, { body, signal });
  return new Map(data.map(({ keys, measures }) => [String(keys[0]), measures.comments]));
}

/** The newest comments of a post. */
export function readPostComments(post: string, pageSize: number, signal: AbortSignal) {
  return searchRecords<RecordData>(
    COMMENTS,
    {
      searchTerms: { socialConversations_socialComments: post },
      sortField: 'createdAt',
      sortOrder: 'desc',
      populate: ['user'],
      pageSize,
    },
    signal,
  );
}

/** Writes a post. Its subject is its first line. */
export async function addPost(message: string): Promise<void> {
  const [first = ''] = message.split('\n');
  const name = first.length > MAX_SUBJECT ? `${first.slice(0, MAX_SUBJECT)}…` : first;
  await createRecord(POSTS, { name, message, conversation_type: 'Post' });
}

export async function pinPost(post: string, pinned: boolean): Promise<void> {
  await updateRecord(POSTS, post, { pinned });
}

export async function addPostComment(post: string, comment: string): Promise<void> {
  await createRecord(COMMENTS, { comment, socialConversations_socialComments: post });
}

export async function likePostComment(comment: string, liked: boolean): Promise<void> {
  await callApi('PUT', `${COMMENTS}/like/${comment}`, { body: { liked } });
}

export async function markPostCommentsViewed(ids: readonly string[]): Promise<void> {
  await callApi('PUT', `${COMMENTS}/mark-as-viewed-by/by-user`, { body: { ids } });
}

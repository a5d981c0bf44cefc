import { callApi, onLiveEvent } from '#ui';
import type { CommentPage, CommentView, FollowedActivity } from '../shared/comment.ts';

const BASE = '/api/record-comments';

/** A record by its module and id. */
export interface RecordKey {
  readonly module: string;
  readonly id: string;
}

/** A colleague who can be mentioned. */
export interface Colleague {
  readonly _id: string;
  readonly name: string;
}

/** Calls the listener when the comments on a record may have changed. Returns a function that ends it. */
export function onCommentsChanged({ module, id }: RecordKey, listener: () => void): () => void {
  return onLiveEvent('record-comments-event', (data) => {
    if (data === undefined || (data['module'] === module && data['record'] === id)) listener();
  });
}

export function readComments(record: RecordKey, limit: number): Promise<CommentPage> {
  return callApi('POST', `${BASE}/search`, { body: { ...record, limit } });
}

export function readSummary(record: RecordKey): Promise<Pick<CommentPage, 'total' | 'unread' | 'follows'>> {
  return callApi('POST', `${BASE}/summary`, { body: record });
}

export async function searchColleagues(record: RecordKey, search: string): Promise<readonly Colleague[]> {
  return (await callApi<{ readonly data: readonly Colleague[] }>('POST', `${BASE}/people`, { body: { ...record, search } })).data;
}

export function addComment(
  record: RecordKey,
  comment: string,
  mentions: readonly string[],
  files: readonly string[],
): Promise<CommentView> {
  return callApi('POST', `${BASE}/create`, { body: { ...record, comment, mentions, ...(files.length === 0 ? {} : { files }) } });
}

export function changeComment(
  id: string,
  change: { readonly comment?: string; readonly mentions?: readonly string[]; readonly resolved?: boolean },
): Promise<CommentView> {
  return callApi('PUT', `${BASE}/${id}`, { body: change });
}

export function likeComment(id: string, liked: boolean): Promise<unknown> {
  return callApi('PUT', `${BASE}/${id}/liked`, { body: { liked } });
}

export function removeComment(id: string): Promise<unknown> {
  return callApi('DELETE', `${BASE}/${id}`);
}

export function markViewed(record: RecordKey): Promise<unknown> {
  return callApi('POST', `${BASE}/viewed`, { body: record });
}

export function setFollowing(record: RecordKey, follows: boolean): Promise<{ readonly follows: boolean }> {
  return callApi('PUT', `${BASE}/following`, { body: { ...record, follows } });
}

/** What happened last to the records that the user follows, and how many these are. */
export function readFollowed(signal: AbortSignal): Promise<{ readonly data: readonly FollowedActivity[]; readonly followed: number }> {
  return callApi('GET', `${BASE}/followed`, { signal });
}

interface Preferences {
  readonly followsAutomatically: boolean;
}

export function readPreferences(): Promise<Preferences> {
  return callApi('GET', `${BASE}/preferences`);
}

export function savePreferences(followsAutomatically: boolean): Promise<Preferences> {
  return callApi('PUT', `${BASE}/preferences`, { body: { followsAutomatically } });
}

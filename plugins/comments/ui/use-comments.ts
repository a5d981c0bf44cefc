import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError } from '#ui';
import { PAGE_SIZE, type CommentPage } from '../shared/comment.ts';
import { markViewed, onCommentsChanged, readComments, type RecordKey } from './comments-api.ts';

/** The comments of a record as they are loaded. */
export interface Comments {
  readonly page: CommentPage | undefined;
  readonly error: ApiError | undefined;
  /** More are being read. */
  readonly isReading: boolean;
  readonly reload: () => Promise<void>;
  readonly showEarlier: () => void;
}

/** Comments that were unread stay marked as new while the panel is open, also when they are read again. */
function keepUnread(comments: CommentPage['data'], unread: Set<string>): CommentPage['data'] {
  for (const { _id, isUnread } of comments) if (isUnread) unread.add(_id);
  return comments.map((comment) => (unread.has(comment._id) ? { ...comment, isUnread: true } : comment));
}

/** Reads the comments of a record, again when others change them, and marks them as seen. */
export function useComments({ module, id }: RecordKey): Comments {
  const [page, setPage] = useState<CommentPage>();
  const [error, setError] = useState<ApiError>();
  const [isReading, setReading] = useState(true);
  const [limit, setLimit] = useState(PAGE_SIZE);
  const requests = useRef(0);
  const unread = useRef(new Set<string>());
  const reload = useCallback(async () => {
    const request = ++requests.current;
    setReading(true);
    try {
      const read = await readComments({ module, id }, limit);
      // A later request has newer comments.
      if (request !== requests.current) return;
      setPage({ ...read, data: keepUnread(read.data, unread.current) });
      setError(undefined);
      if (read.unread > 0) void markViewed({ module, id }).catch(() => undefined);
    } catch (cause) {
      if (request !== requests.current) return;
      if (!(cause instanceof ApiError)) throw cause;
      setError(cause);
    } finally {
      if (request === requests.current) setReading(false);
    }
  }, [module, id, limit]);
  useEffect(() => {
    void reload();
    const stop = onCommentsChanged({ module, id }, () => void reload());
    return () => {
      stop();
      requests.current += 1;
    };
  }, [reload]);
  return { page, error, isReading, reload, showEarlier: () => setLimit(page?.next ?? limit) };
}

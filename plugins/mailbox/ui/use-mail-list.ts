import { useCallback, useEffect, useRef, useState } from 'react';
import { getErrorMessage, useModuleChanges } from '#ui';
import type { MailLine } from '../shared/mailbox.ts';
import { readPage, type ListQuery } from './mailbox-api.ts';

/** Most lines that a live change reads again at once. */
const MAX_RELOADED = 200;
const PAGE_SIZE = 50;

/** The lines of a folder, read page by page, and again when something changes. */
export function useMailList({ folder, search, unread }: ListQuery) {
  const [lines, setLines] = useState<readonly MailLine[]>();
  const [next, setNext] = useState<string | null>(null);
  const [error, setError] = useState('');
  const latest = useRef(0);
  const count = useRef(0);
  const read = useCallback(
    async (after?: string): Promise<void> => {
      latest.current += 1;
      const request = latest.current;
      try {
        const pageSize = after === undefined ? Math.min(MAX_RELOADED, Math.max(PAGE_SIZE, count.current)) : PAGE_SIZE;
        const page = await readPage({ folder, search, unread }, after, pageSize);
        if (request !== latest.current) return;
        setError('');
        setNext(page.next);
        setLines((shown) => {
          const all = after === undefined ? page.data : [...(shown ?? []), ...page.data];
          count.current = all.length;
          return all;
        });
      } catch (cause) {
        if (request === latest.current) setError(getErrorMessage(cause));
      }
    },
    [folder, search, unread],
  );
  useEffect(() => {
    count.current = 0;
    setLines(undefined);
    void read();
  }, [read]);
  useModuleChanges('mailEntries', () => void read());
  return { lines, error, hasMore: next !== null, reload: () => void read(), readMore: () => void read(next ?? undefined) };
}

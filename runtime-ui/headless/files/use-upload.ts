import { useCallback, useEffect, useRef, useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError, getFileLink, getUploadRules, randomKey, getErrorMessage, uploadFile, type UploadedFile, type UploadRules } from '../../client/index.ts';
import { findFileProblem, type FileProblem } from './file-info.ts';

/** One file on its way, or stopped on it. */
export interface Upload {
  readonly id: number;
  readonly name: string;
  /** Absent: it was stopped. From 0 to 1. */
  readonly progress?: number;
  /** Why it was stopped, as the server said. */
  readonly error?: string;
  /** The same file may well be taken the next time. */
  readonly canRetry?: boolean;
  /** Why it was not sent at all. */
  readonly problem?: FileProblem;
}

export interface Uploads {
  readonly list: readonly Upload[];
  readonly isBusy: boolean;
  /** Sends files, two at a time. */
  readonly start: (files: Iterable<File>) => void;
  /** Sends one that was stopped once more. */
  readonly retry: (id: number) => void;
  /** Takes one away; one on its way is cancelled. */
  readonly remove: (id: number) => void;
}

const RULES_KEY = ['file-rules'];
const MAX_CONCURRENT_UPLOADS = 2;
/** A link lasts 15 minutes; a fresh one is asked for before it ends. */
const LINK_MILLISECONDS = 10 * 60_000;

/** What the server refuses for what it is will be refused again; a lost way or a busy server may not. */
function isRetryable(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status === 0 || error.status === 400 || error.status === 429 || error.status >= 500;
}

/** An address that opens a file in a page; asked for anew when it is about to end. */
export function useFileLink(path: string) {
  return useQuery<{ readonly url: string }, ApiError>({ queryKey: ['file-link', path], queryFn: ({ signal }) => getFileLink(path, signal), staleTime: LINK_MILLISECONDS, gcTime: LINK_MILLISECONDS });
}

/**
 * Files on their way to the server. What the server is known to refuse is never sent. `onDone` takes each file that
 * arrived; when it throws, its text stands where the progress was. Leaving the screen cancels what is on its way.
 */
export function useUploads(onDone: (uploaded: UploadedFile, file: File) => Promise<void> | void): Uploads {
  const client = useQueryClient();
  const [list, setList] = useState<readonly Upload[]>([]);
  const work = useRef({ next: 1, running: 0, queue: [] as number[], files: new Map<number, { readonly file: File; readonly key: string }>(), cancels: new Map<number, AbortController>(), done: onDone });
  useEffect(() => { work.current.done = onDone; });
  const change = useCallback((id: number, changes: Omit<Upload, 'id' | 'name'>) => setList((uploads) => uploads.map((one) => (one.id === id ? { id, name: one.name, ...changes } : one))), []);
  const send = useCallback(async (id: number) => {
    const chosen = work.current.files.get(id);
    if (chosen === undefined) return;
    const { file, key } = chosen;
    const cancel = new AbortController();
    work.current.cancels.set(id, cancel);
    try {
      const rules = await client.fetchQuery<UploadRules>({ queryKey: RULES_KEY, queryFn: () => getUploadRules(), staleTime: 300_000 });
      const problem = findFileProblem(file, rules);
      if (problem !== undefined) return change(id, { problem });
      const uploaded = await uploadFile(file, { signal: cancel.signal, onProgress: (progress) => change(id, { progress }), idempotencyKey: key });
      await work.current.done(uploaded, file);
      setList((uploads) => uploads.filter((one) => one.id !== id));
    } catch (error) {
      if (!cancel.signal.aborted) change(id, { error: getErrorMessage(error), canRetry: isRetryable(error) });
    } finally {
      work.current.cancels.delete(id);
    }
  }, [change, client]);
  const pump = useCallback(() => {
    const { current } = work;
    while (current.running < MAX_CONCURRENT_UPLOADS) {
      const id = current.queue.shift();
      if (id === undefined) return;
      current.running += 1;
      void send(id).finally(() => { current.running -= 1; pump(); });
    }
  }, [send]);
  useEffect(() => {
    const { current } = work;
    return () => { current.queue = []; for (const cancel of current.cancels.values()) cancel.abort(); };
  }, []);
  return {
    list,
    isBusy: list.some(({ progress }) => progress !== undefined),
    start: (files) => {
      const added = [...files].map((file): Upload => {
        const id = work.current.next++;
        work.current.files.set(id, { file, key: randomKey() });
        work.current.queue.push(id);
        return { id, name: file.name, progress: 0 };
      });
      setList((uploads) => [...uploads, ...added]);
      pump();
    },
    retry: (id) => { change(id, { progress: 0 }); work.current.queue.push(id); pump(); },
    remove: (id) => {
      work.current.cancels.get(id)?.abort();
      work.current.queue = work.current.queue.filter((one) => one !== id);
      work.current.files.delete(id);
      setList((uploads) => uploads.filter((one) => one.id !== id));
    },
  };
}

import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  ApiError,
  getFileLink,
  getUploadRules,
  randomKey,
  getErrorMessage,
  uploadFile,
  type UploadedFile,
  type UploadRules,
} from '../../client/index.ts';
import { findFileProblem, type FileProblem } from './file-info.ts';

/** An upload that is running or has failed. */
export interface Upload {
  readonly id: number;
  readonly name: string;
  /** From 0 to 1; absent: the upload failed. */
  readonly progress?: number;
  /** The error message of the server. */
  readonly error?: string;
  /** Whether the same file may be accepted at another attempt. */
  readonly canRetry?: boolean;
  /** Why the file was not sent at all. */
  readonly problem?: FileProblem;
}

export interface Uploads {
  readonly list: readonly Upload[];
  readonly isBusy: boolean;
  /** Uploads files, two at a time. */
  readonly start: (files: Iterable<File>) => void;
  /** Repeats a failed upload. */
  readonly retry: (id: number) => void;
  /** Removes an upload; a running one is cancelled. */
  readonly remove: (id: number) => void;
}

const RULES_KEY = ['file-rules'];
const MAX_CONCURRENT_UPLOADS = 2;
/** A link is valid for 15 minutes; a new one is requested before it expires. */
const LINK_MILLISECONDS = 10 * 60_000;

/** A file that the server refuses is refused again; a network error or a busy server may be temporary. */
function isRetryable(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status === 0 || error.status === 400 || error.status === 429 || error.status >= 500;
}

/** The temporary URL of a file; requested again when it is about to expire. */
export function useFileLink(path: string) {
  return useQuery<{ readonly url: string }, ApiError>({
    queryKey: ['file-link', path],
    queryFn: ({ signal }) => getFileLink(path, signal),
    staleTime: LINK_MILLISECONDS,
    gcTime: LINK_MILLISECONDS,
  });
}

/** What the uploads of a component need between renders. */
interface UploadWork {
  nextId: number;
  running: number;
  queue: number[];
  readonly files: Map<number, { readonly file: File; readonly key: string }>;
  readonly cancels: Map<number, AbortController>;
  onDone: (uploaded: UploadedFile, file: File) => Promise<void> | void;
}

function useUploadList() {
  const [list, setList] = useState<readonly Upload[]>([]);
  const add = useCallback((added: readonly Upload[]) => setList((uploads) => [...uploads, ...added]), []);
  const change = useCallback(
    (id: number, changes: Omit<Upload, 'id' | 'name'>) =>
      setList((uploads) => uploads.map((one) => (one.id === id ? { id, name: one.name, ...changes } : one))),
    [],
  );
  const remove = useCallback((id: number) => setList((uploads) => uploads.filter((one) => one.id !== id)), []);
  return { list, add, change, remove };
}

/** Sends one file, unless the server would refuse it; shows the progress, and why it failed. */
function useSend(work: RefObject<UploadWork>, { change, remove }: ReturnType<typeof useUploadList>): (id: number) => Promise<void> {
  const client = useQueryClient();
  return useCallback(
    async (id) => {
      const chosen = work.current.files.get(id);
      if (chosen === undefined) return;
      const { file, key } = chosen;
      const cancel = new AbortController();
      work.current.cancels.set(id, cancel);
      try {
        const rules = await client.fetchQuery<UploadRules>({ queryKey: RULES_KEY, queryFn: () => getUploadRules(), staleTime: 300_000 });
        const problem = findFileProblem(file, rules);
        if (problem !== undefined) return change(id, { problem });
        const uploaded = await uploadFile(file, {
          signal: cancel.signal,
          onProgress: (progress) => change(id, { progress }),
          idempotencyKey: key,
        });
        await work.current.onDone(uploaded, file);
        remove(id);
      } catch (error) {
        if (!cancel.signal.aborted) change(id, { error: getErrorMessage(error), canRetry: isRetryable(error) });
      } finally {
        work.current.cancels.delete(id);
      }
    },
    [work, change, remove, client],
  );
}

/** Returns a function that sends the files of the queue, a few at a time. */
function useQueue(work: RefObject<UploadWork>, send: (id: number) => Promise<void>): () => void {
  const pump = useCallback(() => {
    const { current } = work;
    while (current.running < MAX_CONCURRENT_UPLOADS) {
      const id = current.queue.shift();
      if (id === undefined) return;
      current.running += 1;
      void send(id).finally(() => {
        current.running -= 1;
        pump();
      });
    }
  }, [work, send]);
  useEffect(() => {
    const { current } = work;
    return () => {
      current.queue = [];
      for (const cancel of current.cancels.values()) cancel.abort();
    };
  }, [work]);
  return pump;
}

/**
 * Uploads files. A file that the server would refuse is never sent. `onDone` is called with each uploaded file; if it throws, the error is
 * shown in place of the progress. Unmounting cancels running uploads.
 */
export function useUploads(onDone: UploadWork['onDone']): Uploads {
  const work = useRef<UploadWork>({ nextId: 1, running: 0, queue: [], files: new Map(), cancels: new Map(), onDone });
  useEffect(() => {
    work.current.onDone = onDone;
  });
  const uploads = useUploadList();
  const { list, add, change, remove } = uploads;
  const pump = useQueue(work, useSend(work, uploads));
  return {
    list,
    isBusy: list.some(({ progress }) => progress !== undefined),
    start: (files) => {
      const added = [...files].map((file): Upload => {
        const id = work.current.nextId++;
        work.current.files.set(id, { file, key: randomKey() });
        work.current.queue.push(id);
        return { id, name: file.name, progress: 0 };
      });
      add(added);
      pump();
    },
    retry: (id) => {
      change(id, { progress: 0 });
      work.current.queue.push(id);
      pump();
    },
    remove: (id) => {
      work.current.cancels.get(id)?.abort();
      work.current.queue = work.current.queue.filter((one) => one !== id);
      work.current.files.delete(id);
      remove(id);
    },
  };
}

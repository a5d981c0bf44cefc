import { useCallback, useEffect, useRef, useState } from 'react';
import type { JsonObject } from '#engine/model';
import { ApiError, callApi, getErrorMessage, type RecordData } from '#ui';
import type { DocumentPage } from '../../shared/document.ts';
import { RECIPIENT_ROLES } from '../pages/recipient-roles.ts';
import { listInputs } from './new-input.ts';

export const DOCUMENTS = '/api/interactive-documents';
/** Milliseconds without a change after which the draft is saved. */
const SAVE_DELAY = 800;

/** Whether the draft is saved. */
export type SaveState =
  | { readonly kind: 'saved' | 'changed' | 'saving' }
  | { readonly kind: 'failed'; readonly reason: string }
  /** Somebody else changed the inputs: `theirs` is their record. */
  | { readonly kind: 'conflict'; readonly theirs: RecordData };

const SAVED: SaveState = { kind: 'saved' };

const dataOf = (pages: readonly DocumentPage[]): JsonObject => ({ pages }) as unknown as JsonObject;
const inputsOf = (record: RecordData | undefined): string => JSON.stringify(record?.['doc_data'] ?? null);

/** The roles of the document with those of inputs that it does not name yet; nothing if it names all. */
function missingRoles(record: RecordData | undefined, pages: readonly DocumentPage[]): JsonObject {
  const stored = (record?.['recipient_roles'] ?? []) as readonly string[];
  const used = new Set(listInputs(pages).map((input) => input.assigned_to));
  const roles = RECIPIENT_ROLES.filter((role) => stored.includes(role) || used.has(role));
  return roles.every((role) => stored.includes(role)) ? {} : { recipient_roles: roles };
}

/** Reads a document, and saves changes of it with a check of its version. */
export interface DocumentStore {
  readonly record: RecordData | undefined;
  /** How often it was read. */
  readonly loads: number;
  readonly error: string;
  readonly state: SaveState;
  readonly reload: () => void;
  /** Saves fields. Changes of other fields by somebody else do not prevent it. @throws ApiError. */
  readonly save: (fields: JsonObject) => Promise<void>;
  /** Saves the pages a moment after the last change. */
  readonly savePages: (pages: readonly DocumentPage[]) => void;
  /** Saves pages that are not saved yet. @throws ApiError. */
  readonly flush: () => Promise<void>;
  /** Saves the own pages over those of somebody else. */
  readonly overwrite: () => void;
}

/** Sends a change; one that only conflicts with other fields is sent again with the new version. @throws ApiError. */
async function sendChange(record: RecordData, fields: JsonObject): Promise<RecordData> {
  const path = `${DOCUMENTS}/${record._id}`;
  try {
    return await callApi<RecordData>('PUT', path, { body: { ...fields, _version: record._version } });
  } catch (cause) {
    const current =
      cause instanceof ApiError && cause.code === 'version_conflict' ? (cause.body['current'] as RecordData | undefined) : undefined;
    if (current === undefined || (fields['doc_data'] !== undefined && inputsOf(current) !== inputsOf(record))) throw cause;
    return callApi<RecordData>('PUT', path, { body: { ...fields, _version: current._version } });
  }
}

function toState(cause: unknown): SaveState {
  const theirs = cause instanceof ApiError && cause.code === 'version_conflict' ? cause.body['current'] : undefined;
  return theirs === undefined
    ? { kind: 'failed', reason: getErrorMessage(cause) }
    : { kind: 'conflict', theirs: theirs as unknown as RecordData };
}

/** Reads the record of an id, and saves its fields one request after the other. */
function useRecord(id: string) {
  const [record, setRecord] = useState<RecordData>();
  const [loads, setLoads] = useState(0);
  const [error, setError] = useState('');
  const latest = useRef<RecordData>(undefined);
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  const put = useCallback((next: RecordData) => {
    latest.current = next;
    setRecord(next);
  }, []);
  const read = useCallback(() => {
    setError('');
    callApi<RecordData>('GET', `${DOCUMENTS}/${id}`).then(
      (found) => {
        put(found);
        setLoads((count) => count + 1);
      },
      (cause: unknown) => setError(getErrorMessage(cause)),
    );
  }, [id, put]);
  const save = useCallback(
    (fields: JsonObject): Promise<void> => {
      const run = async (): Promise<void> => {
        if (latest.current !== undefined) put({ ...latest.current, ...(await sendChange(latest.current, fields)) });
      };
      const saved = queue.current.then(run, run);
      queue.current = saved.catch(() => undefined);
      return saved;
    },
    [put],
  );
  useEffect(read, [read]);
  return { record, loads, error, latest, put, read, save };
}

/** Runs when the page is hidden, and when its component is removed. */
function useBeforeLeaving(run: () => Promise<void>): void {
  useEffect(() => {
    const runNow = (): void => void run().catch(() => undefined);
    const onHide = (): void => {
      if (document.visibilityState === 'hidden') runNow();
    };
    document.addEventListener('visibilitychange', onHide);
    return () => {
      document.removeEventListener('visibilitychange', onHide);
      runNow();
    };
  }, [run]);
}

/** The document of an id. Saves wait for each other. */
export function useDocument(id: string): DocumentStore {
  const { record, loads, error, latest, put, read, save } = useRecord(id);
  const [state, setState] = useState<SaveState>(SAVED);
  const waiting = useRef<readonly DocumentPage[]>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const flush = useCallback(async (): Promise<void> => {
    clearTimeout(timer.current);
    const pages = waiting.current;
    if (pages === undefined) return;
    waiting.current = undefined;
    setState({ kind: 'saving' });
    try {
      await save({ doc_data: dataOf(pages), ...missingRoles(latest.current, pages) });
    } catch (cause) {
      waiting.current ??= pages;
      setState(toState(cause));
      throw cause;
    }
    setState(waiting.current === undefined ? SAVED : { kind: 'changed' });
  }, [latest, save]);
  const savePages = useCallback(
    (pages: readonly DocumentPage[]) => {
      waiting.current = pages;
      setState((current) => (current.kind === 'conflict' ? current : { kind: 'changed' }));
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void flush().catch(() => undefined), SAVE_DELAY);
    },
    [flush],
  );
  const reload = useCallback(() => {
    clearTimeout(timer.current);
    waiting.current = undefined;
    setState(SAVED);
    read();
  }, [read]);
  const overwrite = useCallback(() => {
    if (state.kind === 'conflict') put(state.theirs);
    void flush().catch(() => undefined);
  }, [flush, put, state]);
  useBeforeLeaving(flush);
  return { record, loads, error, state, reload, save, savePages, flush, overwrite };
}

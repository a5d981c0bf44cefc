import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { ImportView } from '#engine/model/wire';
import { ApiError, changeImport, getErrorMessage, getImport, runImportAction, type ImportChange } from '../../client/index.ts';
import { isCheckOpen } from './describe-import.ts';
import { readImport, reloadImport, storeImport } from './import-queries.ts';

/** Milliseconds after the last change until it is stored, so that several changes are one. */
const DELAY = 350;

const NOTHING: ImportChange = {};

/** What a user changes of an import, and how far it is stored. */
export interface ImportEdits {
  /** What is shown instead of the stored choices, until it is stored. */
  readonly edits: ImportChange;
  /** Whether a change is not stored yet. */
  readonly isSaving: boolean;
  /** Why the last change or check was refused; undefined: it was not. */
  readonly problem: ApiError | undefined;
  /** Shows a change at once, and stores it a moment later. */
  readonly change: (change: ImportChange) => void;
  /** Stores what was changed, and resolves once all of it is stored; false: it was refused. */
  readonly flush: () => Promise<boolean>;
  /** Leaves out what was not stored, and reads the import again. */
  readonly reload: () => void;
}

function toApiError(error: unknown): ApiError {
  return error instanceof ApiError ? error : new ApiError(0, { error: getErrorMessage(error), code: 'unknown', details: [] });
}

const isEmpty = (change: ImportChange): boolean => Object.keys(change).length === 0;

/** The import as it can be changed: a check that runs is ended first. */
async function endCheck(client: QueryClient, id: string): Promise<ImportView> {
  const shown = readImport(client, id) ?? (await getImport(id));
  if (!isCheckOpen(shown)) return shown;
  try {
    return await runImportAction(id, 'cancel');
  } catch (error) {
    // The check has ended in the meantime.
    if (error instanceof ApiError && error.code === 'import_state_wrong') return getImport(id);
    throw error;
  }
}

/** Runs one work after the other. */
function createQueue(): (work: () => Promise<void>) => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  return (work) => {
    const next = last.then(work);
    last = next.catch(() => undefined);
    return next;
  };
}

/**
 * The changes of an import: shown at once, stored a moment later, one request at a time. `checks`: a check is requested whenever nothing is
 * left to store, so that its results belong to the present choices.
 */
export function useImportEdits(view: ImportView, checks: boolean): ImportEdits {
  const client = useQueryClient();
  const [edits, setEdits] = useState<ImportChange>(NOTHING);
  const [problem, setProblem] = useState<ApiError | undefined>(undefined);
  const [enqueue] = useState(createQueue);
  const unsent = useRef<ImportChange>(NOTHING);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const { _id: id } = view;

  const send = async () => {
    if (isEmpty(unsent.current)) return;
    const before = await endCheck(client, id);
    const sent = unsent.current;
    unsent.current = NOTHING;
    await storeImport(client, await changeImport(id, before._version, sent));
    setEdits(unsent.current);
  };
  const flush = async (): Promise<boolean> => {
    clearTimeout(timer.current);
    try {
      await enqueue(send);
      return true;
    } catch (error) {
      unsent.current = NOTHING;
      setEdits(NOTHING);
      setProblem(toApiError(error));
      return false;
    }
  };
  const change = (more: ImportChange) => {
    unsent.current = { ...unsent.current, ...more };
    setEdits((before) => ({ ...before, ...more }));
    setProblem(undefined);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void flush(), DELAY);
  };
  const reload = () => {
    unsent.current = NOTHING;
    setEdits(NOTHING);
    setProblem(undefined);
    void reloadImport(client, id);
  };

  // What was changed just before the page is left is stored too.
  const latest = useRef(flush);
  useEffect(() => {
    latest.current = flush;
  });
  useEffect(() => () => void latest.current(), []);

  const isSaving = !isEmpty(edits);
  const isDue = checks && view.state === 'draft' && !isSaving && problem === undefined;
  useEffect(() => {
    if (!isDue) return;
    enqueue(async () => {
      if (!isEmpty(unsent.current) || readImport(client, id)?.state !== 'draft') return;
      await storeImport(client, await runImportAction(id, 'check'));
    }).catch((error: unknown) => {
      setProblem(toApiError(error));
      void reloadImport(client, id);
    });
  }, [isDue, id, client, enqueue]);
  return { edits, isSaving, problem, change, flush, reload };
}

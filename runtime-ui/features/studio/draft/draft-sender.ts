import type { StoreApi } from 'zustand';
import type { ChangeSetView } from '#engine/model/wire';
import { ApiError, createChangeSet, editChangeSet, getChangeSet } from '../../../client/index.ts';
import { findDraftDefinition, listOverwritten, toRequest } from './draft-edits.ts';
import type { DraftState, SavingState } from './draft-state.ts';
import { readStoredEdits, writeStoredEdits } from './stored-edits.ts';

/** Milliseconds after the last edit until it is sent: typing a label is one request. */
const SEND_AFTER = 400;

/** Sends the edits of the open draft, and stores on this device what is not confirmed. */
export interface DraftSender {
  /** Makes this the open draft, also after a reload. */
  readonly adopt: (view: ChangeSetView | undefined) => void;
  /** Stores the edits on this device, and sends them a moment later. */
  readonly schedule: () => void;
  /** Sends them at once. Rejects with the ApiError if they are not saved. */
  readonly flush: () => Promise<void>;
  /** Stores the edits, sends nothing later, and waits for a request under way. */
  readonly stop: () => Promise<void>;
}

interface SenderOptions {
  readonly user: string;
  /** Looks for the open draft of before a reload; undefined: there is none, or it was looked for before. */
  readonly findOpen: () => Promise<ChangeSetView | undefined>;
  /** Names a new draft. */
  readonly nameDraft: () => string;
}

/** Creates the sender of a user's draft. */
export function createDraftSender(state: StoreApi<DraftState>, { user, findOpen, nameDraft }: SenderOptions): DraftSender {
  const { getState: get, setState: set } = state;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let sending: Promise<void> | undefined;
  const store = () => writeStoredEdits(user, { draftId: get().view?._id ?? readStoredEdits(user).draftId, edits: get().edits });
  const adopt = (view: ChangeSetView | undefined) => {
    set({ view });
    writeStoredEdits(user, { draftId: view?._id, edits: get().edits });
  };
  const sendOnce = async () => {
    const { edits } = get();
    const view = get().view ?? (await findOpen()) ?? (await createChangeSet({ name: nameDraft(), shared: false }));
    if (get().view === undefined) adopt(view);
    adopt(await editChangeSet(view._id, { _version: view._version, ...toRequest(edits) }));
    set({ edits: new Map([...get().edits].filter(([key, edit]) => edits.get(key) !== edit)) });
    store();
  };
  const flush = (): Promise<void> => {
    clearTimeout(timer);
    if (sending === undefined && get().edits.size === 0) return Promise.resolve();
    sending ??= sendAll(state, sendOnce).finally(() => {
      sending = undefined;
    });
    return sending;
  };
  return {
    adopt,
    flush,
    schedule: () => {
      clearTimeout(timer);
      store();
      set({ saving: 'saving' });
      timer = setTimeout(() => void flush().catch(() => undefined), SEND_AFTER);
    },
    stop: async () => {
      clearTimeout(timer);
      store();
      await sending?.catch(() => undefined);
    },
  };
}

/** Sends until nothing is left, also edits that are added meanwhile. */
async function sendAll(state: StoreApi<DraftState>, sendOnce: () => Promise<void>): Promise<void> {
  const { getState: get, setState: set } = state;
  set({ saving: 'saving', error: undefined });
  try {
    while (get().edits.size > 0) {
      const before = get().view;
      try {
        await sendOnce();
      } catch (error) {
        if (before === undefined || !isVersionConflict(error)) throw error;
        await readAgain(state, before, error);
        await sendOnce();
      }
    }
    set({ saving: 'saved' });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const saving: SavingState = isVersionConflict(error) ? 'conflict' : 'failed';
    set({ saving, error });
    throw error;
  }
}

/**
 * Reads the draft again: somebody edited it meanwhile, or the response to an earlier request was lost. Throws the conflict if an artifact
 * was changed that the edits change too; then they are sent only if the user chooses so.
 */
async function readAgain({ getState, setState }: StoreApi<DraftState>, before: ChangeSetView, conflict: ApiError): Promise<void> {
  const now = await getChangeSet(before._id);
  setState({ view: now });
  const isClash = listOverwritten(getState().edits, before, now).some(
    (edit) => JSON.stringify(edit.definition) !== JSON.stringify(findDraftDefinition(now, new Map(), edit)),
  );
  if (isClash) throw conflict;
}

function isVersionConflict(error: unknown): error is ApiError {
  return error instanceof ApiError && error.code === 'version_conflict';
}

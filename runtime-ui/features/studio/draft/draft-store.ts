import { create, type StoreApi } from 'zustand';
import type { ChangeSetView } from '#engine/model/wire';
import { ApiError, discardChangeSet, getChangeSet, getChangeSets, isUnconfirmed, updateChangeSet } from '../../../client/index.ts';
import { addEdit, findDraftDefinition, type EditStep, type PendingEdit } from './draft-edits.ts';
import { createDraftSender, type DraftSender } from './draft-sender.ts';
import type { DraftState, DraftStore } from './draft-state.ts';
import { readStoredEdits } from './stored-edits.ts';

const NOTHING: DraftState = {
  isLoading: true,
  view: undefined,
  edits: new Map(),
  saving: 'saved',
  error: undefined,
  done: [],
  undone: [],
};

/** How often the draft is read while edits change it. */
const MAX_READS = 3;

/** Steps that can be undone. */
const MAX_STEPS = 200;

/** Creates the store of the open draft of the user with this id; `nameDraft` names a new one. */
export function createDraftStore(user: string, nameDraft: () => string): DraftStore {
  const useState = create<DraftState>()(() => ({ ...NOTHING, edits: readStoredEdits(user).edits }));
  const { getState: get, setState: set } = useState;
  let isFound = false;
  /** The open draft, if it was not looked for yet: edits of before a reload may be sent first. */
  const findOnce = async () => {
    if (isFound) return undefined;
    const found = await findOpenDraft(user);
    isFound = true;
    return found;
  };
  const sender = createDraftSender(useState, { user, findOpen: findOnce, nameDraft });
  const { adopt, flush } = sender;
  const find = async () => {
    for (let tries = 1; ; tries += 1) {
      const before = get().view;
      const found = await findOpenDraft(user);
      isFound = true;
      // Edits that were sent meanwhile have opened a draft, or changed it.
      if (get().view === before || tries === MAX_READS) return adopt(found);
    }
  };
  const update = async (input: { readonly name?: string; readonly shared?: boolean }) => {
    await flush();
    const { view } = get();
    if (view !== undefined) adopt(await updateChangeSet(view._id, { ...input, _version: view._version }));
  };
  return {
    useState,
    flush,
    ...createEditing(useState, sender),
    load: async () => {
      try {
        await find();
        set({ isLoading: false, error: undefined });
        await flush().catch(() => undefined);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        set({ isLoading: false, error });
      }
    },
    open: async (id) => {
      await flush();
      adopt(id === undefined ? undefined : await getChangeSet(id));
      set({ done: [], undone: [] });
    },
    settle: async (use) => {
      if (use === 'mine') return flush();
      set({ edits: new Map(), saving: 'saved', error: undefined });
      await sender.stop();
    },
    rename: (name) => update({ name }),
    share: (shared) => update({ shared }),
    discard: async () => {
      await sender.stop();
      const { view } = get();
      if (view !== undefined) await discardChangeSet(view._id);
      set({ ...NOTHING, isLoading: false });
      adopt(undefined);
    },
  };
}

function createEditing(
  { getState: get, setState: set }: StoreApi<DraftState>,
  sender: DraftSender,
): Pick<DraftStore, 'edit' | 'undo' | 'redo'> {
  const apply = (edits: readonly PendingEdit[]) => {
    set({ edits: edits.reduce(addEdit, get().edits) });
    sender.schedule();
  };
  return {
    edit: (edits) => {
      const { view, edits: pending, done } = get();
      const steps = edits.map((after): EditStep => ({ after, before: toEdit(after, findDraftDefinition(view, pending, after)) }));
      set({ done: [...done, ...steps].slice(-MAX_STEPS), undone: [] });
      apply(edits);
    },
    undo: () => {
      const { done, undone } = get();
      const step = done.at(-1);
      if (step === undefined) return;
      set({ done: done.slice(0, -1), undone: [...undone, step] });
      apply([step.before]);
    },
    redo: () => {
      const { done, undone } = get();
      const step = undone.at(-1);
      if (step === undefined) return;
      set({ done: [...done, step], undone: undone.slice(0, -1) });
      apply([step.after]);
    },
  };
}

function toEdit({ kind, id }: PendingEdit, definition: PendingEdit['definition']): PendingEdit {
  return definition === undefined ? { kind, id } : { kind, id, definition };
}

/** The draft that the user had open, if it is still one; else their latest. */
async function findOpenDraft(user: string): Promise<ChangeSetView | undefined> {
  const { draftId } = readStoredEdits(user);
  const known = draftId === undefined ? undefined : await getChangeSet(draftId).catch(ignoreMissing);
  if (known?.state === 'draft') return known;
  const { data } = await getChangeSets({ state: 'draft', pageSize: 50 });
  const own = data.find(({ author }) => author?._id === user);
  return own && getChangeSet(own._id);
}

/** A draft that was published or discarded elsewhere is not open any more. */
function ignoreMissing(error: unknown): undefined {
  if (error instanceof ApiError && !isUnconfirmed(error)) return undefined;
  throw error;
}

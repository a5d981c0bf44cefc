import type { StoreApi, UseBoundStore } from 'zustand';
import type { ChangeSetView } from '#engine/model/wire';
import type { ApiError } from '../../../client/index.ts';
import type { EditStep, PendingEdit, PendingEdits } from './draft-edits.ts';

/** Whether the edits of the draft are saved; 'conflict': somebody else changed the same artifacts in the shared draft. */
export type SavingState = 'saved' | 'saving' | 'failed' | 'conflict';

/** The open draft of the signed-in admin. */
export interface DraftState {
  readonly isLoading: boolean;
  /** The draft as the server has it; undefined: there is none yet. */
  readonly view: ChangeSetView | undefined;
  readonly edits: PendingEdits;
  readonly saving: SavingState;
  /** Why the draft could not be loaded or saved. */
  readonly error: ApiError | undefined;
  readonly done: readonly EditStep[];
  readonly undone: readonly EditStep[];
}

/** The operations on the open draft. */
export interface DraftStore {
  readonly useState: UseBoundStore<StoreApi<DraftState>>;
  /** Loads the draft that the user had open, else their latest one, and sends edits that were not confirmed. */
  readonly load: () => Promise<void>;
  /** Makes another draft the open one; undefined: a new draft is created with the next edit. */
  readonly open: (id: string | undefined) => Promise<void>;
  /** Adds edits, as one step of undo for each; they are sent a moment later. */
  readonly edit: (edits: readonly PendingEdit[]) => void;
  readonly undo: () => void;
  readonly redo: () => void;
  /** Sends what is not confirmed yet. Rejects with the ApiError if it is not saved. */
  readonly flush: () => Promise<void>;
  /** Of a conflict: sends the own definitions again, or leaves those of the others. */
  readonly settle: (use: 'mine' | 'theirs') => Promise<void>;
  readonly rename: (name: string) => Promise<void>;
  readonly share: (shared: boolean) => Promise<void>;
  /** Removes the draft with all its edits. */
  readonly discard: () => Promise<void>;
}

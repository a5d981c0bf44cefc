import type { DefinitionKind } from '#engine/model/definitions';
import type { JsonObject } from '#engine/model/values';
import { useDraftStore } from './draft-context.tsx';
import type { DraftState, DraftStore } from './draft-state.ts';

/** The open draft, with the operations on it. */
export interface Draft extends DraftState, Omit<DraftStore, 'useState' | 'load' | 'edit'> {
  /** Loads the draft again. */
  readonly retry: () => Promise<void>;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  /** Sets the whole definition of an artifact; null removes it. Saved a moment later. */
  readonly change: (kind: DefinitionKind, id: string, definition: JsonObject | null) => void;
  /** Takes the change of an artifact out of the draft. */
  readonly discardChange: (kind: DefinitionKind, id: string) => void;
}

/** The open draft; the component renders again with each edit. */
export function useDraft(): Draft {
  const { useState, load, edit, ...store } = useDraftStore();
  const state = useState();
  return {
    ...state,
    ...store,
    retry: load,
    canUndo: state.done.length > 0,
    canRedo: state.undone.length > 0,
    change: (kind, id, definition) => edit([{ kind, id, definition }]),
    discardChange: (kind, id) => edit([{ kind, id }]),
  };
}

import { readLocalStorage, removeLocalStorage, writeLocalStorage } from '../../../client/index.ts';
import { addEdit, type PendingEdit, type PendingEdits } from './draft-edits.ts';

/** What the browser stores of a user's open draft, so that edits survive a reload and a lost connection. */
export interface StoredEdits {
  /** Id of the open draft; undefined: it is created with the first edit. */
  readonly draftId: string | undefined;
  readonly edits: PendingEdits;
}

const keyOf = (user: string) => `muster-studio-draft-${user}`;

export function readStoredEdits(user: string): StoredEdits {
  const none: StoredEdits = { draftId: undefined, edits: new Map() };
  const text = readLocalStorage(keyOf(user));
  if (text === null) return none;
  try {
    const { draftId, edits } = JSON.parse(text) as { readonly draftId?: string; readonly edits: readonly PendingEdit[] };
    return { draftId, edits: edits.reduce(addEdit, none.edits) };
  } catch {
    // Another format: the edits of an older version of the page cannot be read.
    removeLocalStorage(keyOf(user));
    return none;
  }
}

/** False: the browser does not store them; they last as long as the page. */
export function writeStoredEdits(user: string, { draftId, edits }: StoredEdits): boolean {
  return writeLocalStorage(keyOf(user), JSON.stringify({ draftId, edits: [...edits.values()] }));
}

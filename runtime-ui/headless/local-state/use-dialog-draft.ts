import { useEffect, useRef } from 'react';
import { useUserId } from '../list/use-list.ts';
import { toLocalDraft, dialogDraftKey, type DialogDraft, type DialogDraftName } from './dialog-drafts.ts';
import { deleteLocalDraft, saveLocalDraft } from './local-drafts.ts';

/** What is chosen is written down once the hands rest this long. */
const DEBOUNCE_MILLISECONDS = 400;

interface DialogDraftInput {
  readonly module: string;
  readonly name: DialogDraftName;
  readonly isOfForm?: boolean;
  /** What is chosen now; undefined while nothing was that would be lost. The same object as long as nothing changed. */
  readonly draft: DialogDraft | undefined;
}

/** Gives up what was chosen in a dialog, kept by this showing of it or by an earlier one. */
export function useDiscardDialogDraft({ module, name, isOfForm = false }: Omit<DialogDraftInput, 'draft'>): () => void {
  const userId = useUserId();
  return () => { if (userId !== undefined) void deleteLocalDraft(dialogDraftKey(userId, module, name, isOfForm)); };
}

/**
 * Keeps what is chosen in a dialog on this device until it is closed: answers how to give it up. Neither the end of the
 * session closes a dialog, nor a reload, nor a page that is drawn anew.
 */
export function useDialogDraft({ module, name, isOfForm = false, draft }: DialogDraftInput): () => void {
  const userId = useUserId();
  const drop = useDiscardDialogDraft({ module, name, isOfForm });
  const pendingWrite = useRef<() => void>(undefined);
  useEffect(() => {
    if (userId === undefined) return undefined;
    const at = dialogDraftKey(userId, module, name, isOfForm);
    const keep = () => {
      pendingWrite.current = undefined;
      void (draft === undefined ? deleteLocalDraft(at) : saveLocalDraft(toLocalDraft(at, userId, module, draft)));
    };
    pendingWrite.current = keep;
    const timer = setTimeout(keep, DEBOUNCE_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [userId, module, name, isOfForm, draft]);
  // Cut off before the hands rested: written now, whose it is being known.
  useEffect(() => () => pendingWrite.current?.(), []);
  return () => {
    pendingWrite.current = undefined;
    drop();
  };
}

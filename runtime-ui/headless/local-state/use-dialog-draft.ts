import { useEffect, useRef } from 'react';
import { useUserId } from '../record/use-user-id.ts';
import { toLocalDraft, dialogDraftKey, type DialogDraft, type DialogDraftName } from './dialog-drafts.ts';
import { deleteLocalDraft, saveLocalDraft } from './local-drafts.ts';

/** Milliseconds without a change after which the draft is stored. */
const DEBOUNCE_MILLISECONDS = 400;

interface DialogDraftInput {
  readonly module: string;
  readonly name: DialogDraftName;
  readonly isOfForm?: boolean;
  /** The current choices; undefined while there is nothing to lose. The same object as long as nothing changed. */
  readonly draft: DialogDraft | undefined;
}

/** Returns a function that deletes the choices of a dialog, stored now or earlier. */
export function useDiscardDialogDraft({ module, name, isOfForm = false }: Omit<DialogDraftInput, 'draft'>): () => void {
  const userId = useUserId();
  return () => {
    if (userId !== undefined) void deleteLocalDraft(dialogDraftKey(userId, module, name, isOfForm));
  };
}

/**
 * Stores the choices of a dialog on this device until it is closed; returns a function that deletes them. The end of the session, a reload,
 * or a page that is rendered again does not count as closing.
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
  // Unmounted before the pause: stored now, with the known user.
  useEffect(() => () => pendingWrite.current?.(), []);
  return () => {
    pendingWrite.current = undefined;
    drop();
  };
}

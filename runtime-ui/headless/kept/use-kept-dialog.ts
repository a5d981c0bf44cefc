import { useEffect, useRef } from 'react';
import { useUserId } from '../list/use-list.ts';
import { keptDialogForm, workPlace, type DialogWork, type KeptDialogName } from './kept-dialogs.ts';
import { dropForm, keepForm } from './kept-forms.ts';

/** What is chosen is written down once the hands rest this long. */
const REST_MILLISECONDS = 400;

interface KeptDialogInput {
  readonly module: string;
  readonly name: KeptDialogName;
  readonly isOfForm?: boolean;
  /** What is chosen now; undefined while nothing was that would be lost. The same object as long as nothing changed. */
  readonly work: DialogWork | undefined;
}

/** Gives up what was chosen in a dialog, kept by this showing of it or by an earlier one. */
export function useDialogEnd({ module, name, isOfForm = false }: Omit<KeptDialogInput, 'work'>): () => void {
  const userId = useUserId();
  return () => { if (userId !== undefined) void dropForm(workPlace(userId, module, name, isOfForm)); };
}

/**
 * Keeps what is chosen in a dialog on this device until it is closed: answers how to give it up. Neither the end of the
 * session closes a dialog, nor a reload, nor a page that is drawn anew.
 */
export function useKeptDialog({ module, name, isOfForm = false, work }: KeptDialogInput): () => void {
  const userId = useUserId();
  const drop = useDialogEnd({ module, name, isOfForm });
  const due = useRef<() => void>(undefined);
  useEffect(() => {
    if (userId === undefined) return undefined;
    const at = workPlace(userId, module, name, isOfForm);
    const keep = () => {
      due.current = undefined;
      void (work === undefined ? dropForm(at) : keepForm(keptDialogForm(at, userId, module, work)));
    };
    due.current = keep;
    const timer = setTimeout(keep, REST_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [userId, module, name, isOfForm, work]);
  // Cut off before the hands rested: written now, whose it is being known.
  useEffect(() => () => due.current?.(), []);
  return () => {
    due.current = undefined;
    drop();
  };
}

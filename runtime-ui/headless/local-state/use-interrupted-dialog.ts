import { useEffect, useRef } from 'react';
import { useSession } from '../../client/index.ts';
import { findInterruptedDialog, type NamedDialogDraft } from './dialog-drafts.ts';

/** Calls `onFound` once with the dialog above the list of a module that a reload or the end of the session interrupted in this tab. */
export function useInterruptedDialog(module: string, onFound: (dialog: NamedDialogDraft) => void): void {
  const userId = useSession((session) => session.user?._id);
  const callback = useRef(onFound);
  useEffect(() => {
    callback.current = onFound;
  });
  useEffect(() => {
    if (userId === undefined) return undefined;
    let isCurrent = true;
    void findInterruptedDialog(userId, module).then((dialog) => {
      if (isCurrent && dialog !== undefined) callback.current(dialog);
    });
    return () => {
      isCurrent = false;
    };
  }, [userId, module]);
}

import { useEffect, useRef } from 'react';
import { useSession } from '../../client/index.ts';
import { findCutOffDialog, type KeptDialog } from './kept-dialogs.ts';

/** Tells, once, of the dialog over the list of a module that a reload or the end of the session cut off in this tab. */
export function useCutOffDialog(module: string, onFound: (dialog: KeptDialog) => void): void {
  const userId = useSession((session) => session.user?._id);
  const tell = useRef(onFound);
  useEffect(() => { tell.current = onFound; });
  useEffect(() => {
    if (userId === undefined) return undefined;
    let isCurrent = true;
    void findCutOffDialog(userId, module).then((dialog) => { if (isCurrent && dialog !== undefined) tell.current(dialog); });
    return () => { isCurrent = false; };
  }, [userId, module]);
}

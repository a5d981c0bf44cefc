import { useState, type ReactNode } from 'react';
import { useShell } from '../../client/index.ts';
import { ExplainDialog } from './explain-dialog.tsx';

/** An action of a plugin that may need a permission. */
interface PermittedAction {
  readonly label: string;
  readonly permission?: string | undefined;
}

/** Which actions of plugins the user lacks a permission for, and the explanation of one of them. */
export interface PermissionLock {
  readonly isLocked: (action: PermittedAction) => boolean;
  /** Shows why the user may not use the action. */
  readonly explain: (action: PermittedAction) => void;
  readonly dialog: ReactNode;
}

/** Actions whose permission the user does not have are explained instead of run. */
export function usePermissionLock(): PermissionLock {
  const granted = useShell().data?.permissions;
  const [explained, setExplained] = useState<PermittedAction>();
  return {
    isLocked: ({ permission }) => permission !== undefined && granted?.includes(permission) !== true,
    explain: setExplained,
    dialog: explained?.permission !== undefined && (
      <ExplainDialog query={{ permission: explained.permission }} title={explained.label} onClose={() => setExplained(undefined)} />
    ),
  };
}

import { useEffect } from 'react';
import type { ModuleView } from '#engine/model';
import type { NamedDialogDraft, ListHandle, Selection } from '../../headless/index.ts';
import { LazyBoundary, createLazyComponent } from '../../kit/index.ts';

export interface ListBulkBarProps {
  readonly module: ModuleView;
  readonly list: ListHandle;
  readonly selection: Selection;
  readonly total: number;
  /** The interrupted dialog for the selected rows, which is open again. */
  readonly restoredDialog: NamedDialogDraft | undefined;
  /** The rows must be loaded again. */
  readonly onChanged: () => void;
  /** The dialog for the selected rows was closed. */
  readonly onDialogEnd: () => void;
}

const load = () => import('./list-bulk-actions.tsx');
const Actions = createLazyComponent(async () => (await load()).ListBulkActions);

/** Milliseconds after which the bar is preloaded, before the first selection. */
const PRELOAD_DELAY_MS = 2000;

/** The actions for the selected rows. They are loaded with the first selection: the list does not wait for them. */
export function ListBulkBar(props: ListBulkBarProps) {
  useEffect(() => {
    const timer = setTimeout(() => void load().catch(() => undefined), PRELOAD_DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
  if (props.selection.count === 0) return null;
  return (
    <LazyBoundary fallback={null}>
      <Actions {...props} />
    </LazyBoundary>
  );
}

import { useEffect } from 'react';
import type { ModuleView } from '#engine/model';
import type { NamedDialogDraft, ListHandle, Selection } from '../../headless/index.ts';
import { LazyBoundary, createLazyComponent } from '../../kit/index.ts';

export interface ListBulkBarProps {
  readonly module: ModuleView;
  readonly list: ListHandle;
  readonly selection: Selection;
  readonly total: number;
  /** The dialog over the selected rows that was cut off: it is open again. */
  readonly restoredDialog: NamedDialogDraft | undefined;
  /** Rows must be read anew. */
  readonly onChanged: () => void;
  /** The dialog over the selected rows was closed. */
  readonly onDialogEnd: () => void;
}

const load = () => import('./list-bulk-actions.tsx');
const Actions = createLazyComponent(async () => (await load()).ListBulkActions);

/** Milliseconds after which the bar is fetched ahead of the first selection. */
const PRELOAD_DELAY_MS = 2000;

/** What can be done with the selected rows. It comes with the first selection: a list is there without it. */
export function ListBulkBar(props: ListBulkBarProps) {
  useEffect(() => {
    const timer = setTimeout(() => void load().catch(() => undefined), PRELOAD_DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
  if (props.selection.count === 0) return null;
  return <LazyBoundary fallback={null}><Actions {...props} /></LazyBoundary>;
}

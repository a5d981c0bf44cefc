import { LazyBoundary, createLazyComponent } from '../../kit/index.ts';
import type { MergeDialogProps } from './merge-dialog.tsx';
import type { MergeSelectedProps } from './merge-selected.tsx';

export type { MergeDialogProps } from './merge-dialog.tsx';

// Few merge: its code comes when somebody does.
const load = () => import('./merge-chunk.ts');
const Dialog = createLazyComponent(async () => (await load()).MergeDialog);
const Selected = createLazyComponent(async () => (await load()).MergeSelected);

/** The Deduplicate dialog: records of any module side by side, made one in a batch that can be undone. */
export function MergeDialog(props: MergeDialogProps) {
  return <LazyBoundary fallback={null}><Dialog {...props} /></LazyBoundary>;
}

/** The same for the rows selected in a grid. */
export function MergeSelected(props: MergeSelectedProps) {
  return <LazyBoundary fallback={null}><Selected {...props} /></LazyBoundary>;
}

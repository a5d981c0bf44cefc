import { LazyBoundary, createLazyComponent } from '../../kit/index.ts';
import type { MergeDialogProps } from './merge-dialog.tsx';
import type { MergeSelectedProps } from './merge-selected.tsx';

export type { MergeDialogProps } from './merge-dialog.tsx';

// Lazy: merging is rarely used.
const load = () => import('./merge-chunk.ts');
const Dialog = createLazyComponent(async () => (await load()).MergeDialog);
const Selected = createLazyComponent(async () => (await load()).MergeSelected);

/** The Deduplicate dialog: compares records of any module side by side and merges them in a batch that can be undone. */
export function MergeDialog(props: MergeDialogProps) {
  return (
    <LazyBoundary fallback={null}>
      <Dialog {...props} />
    </LazyBoundary>
  );
}

/** The same for the rows selected in a grid. */
export function MergeSelected(props: MergeSelectedProps) {
  return (
    <LazyBoundary fallback={null}>
      <Selected {...props} />
    </LazyBoundary>
  );
}

import { Awaiting, lazily } from '../../kit/index.ts';
import type { MergeDialogProps } from './merge-dialog.tsx';
import type { MergeSelectedProps } from './merge-selected.tsx';

export type { MergeDialogProps } from './merge-dialog.tsx';

// Few merge: its code comes when somebody does.
const load = () => import('./merge-parts.ts');
const Dialog = lazily(async () => (await load()).MergeDialog);
const Selected = lazily(async () => (await load()).MergeSelected);

/** The Deduplicate dialog: records of any module side by side, made one in a batch that can be undone. */
export function MergeDialog(props: MergeDialogProps) {
  return <Awaiting fallback={null}><Dialog {...props} /></Awaiting>;
}

/** The same for the rows selected in a grid. */
export function MergeSelected(props: MergeSelectedProps) {
  return <Awaiting fallback={null}><Selected {...props} /></Awaiting>;
}

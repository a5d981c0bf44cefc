import { Awaiting, lazily } from '../../kit/index.ts';
import type { DuplicateDialogProps } from './match-face.ts';

export type { DuplicateDialogProps, MatchFace, ShownMatch } from './match-face.ts';

const Dialog = lazily(async () => (await import('./duplicate-parts.ts')).DuplicateDialog);

/** The dialog in place of a save that was refused for its duplicates: keep it, or review and merge. Closing saves nothing. */
export function DuplicateDialog(props: DuplicateDialogProps) {
  return <Awaiting fallback={null}><Dialog {...props} /></Awaiting>;
}

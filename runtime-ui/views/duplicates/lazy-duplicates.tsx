import { LazyBoundary, createLazyComponent } from '../../kit/index.ts';
import type { DuplicateDialogProps } from './match-details.ts';

export type { DuplicateDialogProps, MatchDetails, ShownMatch } from './match-details.ts';

const Dialog = createLazyComponent(async () => (await import('./duplicates-chunk.ts')).DuplicateDialog);

/** The dialog in place of a save that was refused for its duplicates: keep it, or review and merge. Closing saves nothing. */
export function DuplicateDialog(props: DuplicateDialogProps) {
  return <LazyBoundary fallback={null}><Dialog {...props} /></LazyBoundary>;
}

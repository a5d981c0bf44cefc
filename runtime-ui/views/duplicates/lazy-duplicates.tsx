import { LazyBoundary, createLazyComponent } from '../../kit/index.ts';
import type { DuplicateDialogProps } from './match-details.ts';

export type { DuplicateDialogProps, MatchDetails, ShownMatch } from './match-details.ts';

const Dialog = createLazyComponent(async () => (await import('./duplicates-chunk.ts')).DuplicateDialog);

/** The dialog for a save that was refused because of duplicates: save anyway, or review and merge. Closing it saves nothing. */
export function DuplicateDialog(props: DuplicateDialogProps) {
  return (
    <LazyBoundary fallback={null}>
      <Dialog {...props} />
    </LazyBoundary>
  );
}

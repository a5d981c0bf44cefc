import type { RecordSlotProps } from '#ui';
import { TutorialDialog } from './tutorial-dialog.tsx';

/** Plays the tutorial of the page. */
export function PlayAction({ record, close }: RecordSlotProps & { readonly close: () => void }) {
  return <TutorialDialog tutorial={record} onClose={close} />;
}

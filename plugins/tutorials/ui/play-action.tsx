import type { SlotProps } from '#ui';
import { TutorialDialog } from './tutorial-dialog.tsx';

/** Plays the tutorial of the page. */
export function PlayAction({ record, close }: SlotProps<'record'> & { readonly close: () => void }) {
  return <TutorialDialog tutorial={record} onClose={close} />;
}

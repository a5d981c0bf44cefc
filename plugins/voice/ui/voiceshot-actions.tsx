import type { SlotProps } from '#ui';
import { VoiceshotDialog } from './voiceshot-dialog.tsx';

/** Sends a voiceshot to the person of a record. */
export function RecordVoiceshot({ module, record, close }: SlotProps<'record'> & { readonly close: () => void }) {
  return <VoiceshotDialog module={module.name} ids={[record._id]} onClose={close} />;
}

interface BulkProps {
  readonly module: { readonly name: string };
  readonly ids: readonly string[];
  readonly close: (changed: boolean) => void;
}

/** Sends a voiceshot to the selected people. */
export function BulkVoiceshot({ module, ids, close }: BulkProps) {
  return <VoiceshotDialog module={module.name} ids={ids} onClose={() => close(false)} />;
}

import { useState } from 'react';
import {
  ConfirmDialog,
  findField,
  formatValue,
  isOwnRecord,
  recordName,
  showNotice,
  getErrorMessage,
  updateRecord,
  useSaveFeedback,
  useUserId,
  type SlotProps,
} from '#ui';
import { PlannedStartPrompt } from './planned-start-prompt.tsx';
import { tPlacements } from './texts.ts';

/** Confirms the planned start of a placement. Prompts for the planned start first if it is missing. */
export function ConfirmStart({ module, record, reload, close }: SlotProps<'record'> & { readonly close: () => void }) {
  const userId = useUserId();
  const saved = useSaveFeedback(module);
  const [isSaving, setSaving] = useState(false);
  const { planned_start_date: planned } = record;
  const formatDay = (day: string): string => {
    const field = findField(module, 'planned_start_date');
    return field === undefined ? day : formatValue(module, field, day);
  };
  const confirm = async (day: string, more: object = {}) => {
    const { batchId } = await updateRecord(module.path, record._id, { ...more, confirmed_start_date: day, _version: record._version });
    close();
    reload();
    await saved.notify(tPlacements('confirmed', { day: formatDay(day) }), { batchId });
  };
  if (typeof planned !== 'string')
    return (
      <PlannedStartPrompt
        module={module}
        isOwn={isOwnRecord(record, userId)}
        day={undefined}
        onSubmit={(day) => confirm(day, { planned_start_date: day })}
        onCancel={close}
      />
    );
  const confirmPlanned = () => {
    setSaving(true);
    confirm(planned).catch((error: unknown) => {
      setSaving(false);
      showNotice({ kind: 'error', text: getErrorMessage(error) });
    });
  };
  return (
    <ConfirmDialog
      opened
      title={tPlacements('confirmTitle', { day: formatDay(planned) })}
      text={tPlacements('confirmText', { name: recordName(module, record) })}
      confirmLabel={tPlacements('confirm')}
      busy={isSaving}
      onConfirm={confirmPlanned}
      onCancel={close}
    />
  );
}

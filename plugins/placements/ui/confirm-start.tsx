import { useState } from 'react';
import { ConfirmDialog, findField, formatValue, isOwnRecord, recordName, showNotice, textOfError, updateRecord, useSavedField, useUserId, type RecordSlotProps } from '#ui';
import { AskForPlan } from './ask-for-plan.tsx';
import { tPlacements } from './texts.ts';

/** Confirms the planned start of a placement; one that was never planned is asked for first. */
export function ConfirmStart({ module, record, reload, close }: RecordSlotProps & { readonly close: () => void }) {
  const userId = useUserId();
  const saved = useSavedField(module);
  const [isSaving, setSaving] = useState(false);
  const { planned_start_date: planned } = record;
  const inWords = (day: string): string => {
    const field = findField(module, 'planned_start_date');
    return field === undefined ? day : formatValue(module, field, day);
  };
  const confirm = async (day: string, more: object = {}) => {
    const { batchId } = await updateRecord(module.path, record._id, { ...more, confirmed_start_date: day, _version: record._version });
    close();
    reload();
    await saved.say(tPlacements('confirmed', { day: inWords(day) }), { batchId });
  };
  if (typeof planned !== 'string') return <AskForPlan module={module} isOwn={isOwnRecord(record, userId)} day={undefined} onPlan={(day) => confirm(day, { planned_start_date: day })} onCancel={close} />;
  const confirmPlanned = () => {
    setSaving(true);
    confirm(planned).catch((error: unknown) => {
      setSaving(false);
      showNotice({ kind: 'error', text: textOfError(error) });
    });
  };
  return (
    <ConfirmDialog
      opened title={tPlacements('confirmTitle', { day: inWords(planned) })} text={tPlacements('confirmText', { name: recordName(module, record) })} confirmLabel={tPlacements('confirm')}
      busy={isSaving} onConfirm={confirmPlanned} onCancel={close}
    />
  );
}

import type { JsonValue } from '#engine/model';
import { isOwnRecord, useUserId, type ErrorDialogProps, type RecordValues } from '#ui';
import { AskForPlan } from './ask-for-plan.tsx';

/** In place of a refused save: asks for the plan of the start that was confirmed, and saves both. */
export function PlannedStartDialog({ module, draft, retry, cancel }: ErrorDialogProps) {
  const userId = useUserId();
  return (
    <AskForPlan
      module={module} isOwn={isOwnRecord(draft as RecordValues, userId)} day={draft['confirmed_start_date'] as JsonValue | undefined}
      onPlan={(planned) => retry({ fields: { planned_start_date: planned } })} onCancel={cancel}
    />
  );
}

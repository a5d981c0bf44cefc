import type { JsonValue } from '#engine/model';
import { isOwnRecord, useUserId, type RecordValues, type SlotProps } from '#ui';
import { PlannedStartPrompt } from './planned-start-prompt.tsx';

/** Shown instead of a rejected save: prompts for the planned start and saves both. */
export function PlannedStartDialog({ module, draft, retry, cancel }: SlotProps<'errorDialog'>) {
  const userId = useUserId();
  return (
    <PlannedStartPrompt
      module={module}
      isOwn={isOwnRecord(draft as RecordValues, userId)}
      day={draft['confirmed_start_date'] as JsonValue | undefined}
      onSubmit={(planned) => retry({ fields: { planned_start_date: planned } })}
      onCancel={cancel}
    />
  );
}

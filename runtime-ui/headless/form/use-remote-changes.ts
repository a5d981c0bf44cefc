import { useEffect, useRef } from 'react';
import type { RecordValues } from '../module/record-value.ts';
import type { RecordForm } from './use-record-form.ts';

/** The effect of another user's save on an open form: its fields were taken over, or some are in conflict. */
export type RemoteChangeOutcome = 'taken over' | 'contested';

/**
 * Applies another user's save to the unchanged fields of an open form. Typed values stay, and fields that both changed are reported as a
 * conflict when the form is saved. `onFollow` is called once per version.
 */
export function useRemoteChanges(
  form: RecordForm,
  record: RecordValues | undefined,
  onFollow: (outcome: RemoteChangeOutcome, record: RecordValues) => void,
): void {
  const reported = useRef(0);
  const act = useRef({ form, onFollow });
  useEffect(() => {
    act.current = { form, onFollow };
  });
  const version = Number(record?._version ?? 0);
  useEffect(() => {
    const { form: now, onFollow: follow } = act.current;
    if (record === undefined || now.isSaving || version <= reported.current || version <= Number(now.state.base._version ?? 0)) return;
    reported.current = version;
    follow(now.mergeRemote(record), record);
  }, [record, version]);
}

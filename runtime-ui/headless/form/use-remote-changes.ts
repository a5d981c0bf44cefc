import { useEffect, useRef } from 'react';
import type { RecordValues } from '../module/record-value.ts';
import type { RecordForm } from './use-record-form.ts';

/** What somebody else's save did to a form that is open: its fields were taken over, or some of them are contested. */
export type RemoteChangeOutcome = 'taken over' | 'contested';

/**
 * Takes over what somebody else saved while the form is open, where nothing was typed; what was typed stays, and fields
 * that both changed wait for the save, which asks. `onFollow` is told once for each version.
 */
export function useRemoteChanges(form: RecordForm, record: RecordValues | undefined, onFollow: (outcome: RemoteChangeOutcome, record: RecordValues) => void): void {
  const told = useRef(0);
  const act = useRef({ form, onFollow });
  useEffect(() => { act.current = { form, onFollow }; });
  const version = Number(record?._version ?? 0);
  useEffect(() => {
    const { form: now, onFollow: tell } = act.current;
    if (record === undefined || now.isSaving || version <= told.current || version <= Number(now.state.base._version ?? 0)) return;
    told.current = version;
    tell(now.mergeRemote(record), record);
  }, [record, version]);
}

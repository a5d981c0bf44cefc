import { useState } from 'react';
import { toText, type JsonObject, type ModuleView } from '#engine/model';
import {
  callApi,
  findField,
  getErrorMessage,
  isAllowed,
  isOwnRecord,
  isWritable,
  showNotice,
  updateRecord,
  useInvalidateRecords,
  useSaveFeedback,
  useUserId,
  type RecordData,
} from '#ui';

/** What can be done with a task. */
export interface TaskSave {
  readonly isBusy: boolean;
  /** Whether the user may set these fields. */
  readonly canSet: (...fields: readonly string[]) => boolean;
  /** Saves values with a notice that offers undo. Resolves to whether they were saved; a refused save is shown as a notice. */
  readonly save: (fields: JsonObject, text: string) => Promise<boolean>;
  /** Leaves this time of a task that repeats out. `describe` makes the text of the notice of the next day. */
  readonly skip: (describe: (day: string) => string) => Promise<boolean>;
}

/** Saves changes of a task from its line. */
export function useTaskSave(view: ModuleView, record: RecordData): TaskSave {
  const feedback = useSaveFeedback(view);
  const drop = useInvalidateRecords();
  const userId = useUserId();
  const [isBusy, setBusy] = useState(false);
  const run = async (act: () => Promise<void>): Promise<boolean> => {
    setBusy(true);
    try {
      await act();
      return true;
    } catch (error) {
      showNotice({ kind: 'error', text: getErrorMessage(error) });
      await drop([view.name]);
      return false;
    } finally {
      setBusy(false);
    }
  };
  const canSet = (...fields: readonly string[]): boolean =>
    isAllowed(view, 'edit', record, userId) &&
    fields.every((name) => {
      const field = findField(view, name);
      return field !== undefined && isWritable(field, isOwnRecord(record, userId));
    });
  return {
    isBusy,
    canSet,
    save: (fields, text) =>
      run(async () => {
        const { batchId } = await updateRecord(view.path, record._id, { ...fields, _version: record._version });
        await feedback.notify(text, { batchId });
      }),
    skip: (describe) =>
      run(async () => {
        const body = { _version: record._version };
        const { due_date: day } = await callApi<{ readonly due_date: string }>('POST', `${view.path}/${record._id}/skip`, { body });
        showNotice({ kind: 'ok', text: describe(toText(day)) });
        await drop([view.name]);
      }),
  };
}

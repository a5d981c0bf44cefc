import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import type { ModuleView } from '#engine/model/wire';
import { recordRoute, useSession, type SavedRecord } from '../../client/index.ts';
import { useRecordForm, type Draft, type RecordForm, type RecordValues } from '../../headless/index.ts';
import { RestoredDraftBar } from './restored-draft-bar.tsx';
import { useSaveFlow } from './use-save-flow.tsx';
import '../styles/form.css';

/** What an editor of a record is opened with. */
export interface RecordEditorInput {
  /** The module of the record. */
  readonly module: ModuleView;
  /** The record to change, with populated relates; absent: a new one. */
  readonly record?: RecordValues | undefined;
  /** Initial values of a new record. */
  readonly prefill?: Draft | undefined;
  /** Names what is edited in the list of drafts on this device. */
  readonly title: string;
  /** Called with the saved record. */
  readonly onSaved: (record: SavedRecord) => void;
}

/** An editor of a record with its own inputs: it saves as forms do. */
export interface RecordEditor {
  /** The values, their problems, and whether they differ from the stored record. */
  readonly form: RecordForm;
  /**
   * Saves the values. Refusals are shown at their fields or in a dialog.
   * @throws nothing: the form has what happened.
   */
  readonly save: () => Promise<void>;
  /** To be rendered: the bar of a restored draft, and the dialogs for conflicts and refusals. */
  readonly parts: ReactNode;
}

/**
 * The state and the save of a record that is edited with inputs of a plugin: unsaved changes stay on this device, conflicts and refusals are
 * handled as in forms. `useLeaveGuard` confirms before the page is left.
 */
export function useRecordEditor({ module, record, prefill, title, onSaved }: RecordEditorInput): RecordEditor {
  const navigate = useNavigate();
  const user = useSession((session) => session.user);
  const form = useRecordForm({ module, record, draftTitle: title, ...(prefill === undefined ? {} : { prefill }) });
  const onLeaveTo = (name: string, id: string) => void navigate(recordRoute(name, id, user), { replace: true });
  const flow = useSaveFlow({ module, form, onSaved, onLeaveTo });
  const parts = (
    <>
      <RestoredDraftBar form={form} onSave={() => void flow.save()} />
      {flow.dialogs}
    </>
  );
  return { form, save: () => flow.save(), parts };
}

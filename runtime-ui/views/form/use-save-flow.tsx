import { useEffect, useState, type ReactNode } from 'react';
import type { ModuleView } from '#engine/model';
import { type ApiError, type SavedRecord } from '../../client/index.ts';
import { findErrorDialog, findSaveText } from '../../extensions/index.ts';
import { createPayload, type RecordForm, type SaveChoice, type SaveOutcome } from '../../headless/index.ts';
import { hideNotice, NOTICE_DURATIONS, showNotice } from '../../kit/index.ts';
import { ConflictDialog } from './conflict-dialog.tsx';

/** A notice about a save goes with its answer; this is for answers that never come. */
const LONGEST_SAVE = 60_000;

interface SaveFlowInput {
  readonly module: ModuleView;
  readonly form: RecordForm;
  readonly onSaved: (record: SavedRecord) => void;
  /** To a record that took the draft's place, such as the primary of a merge. */
  readonly onLeaveTo: (module: string, recordId: string) => void;
}

export interface SaveFlow {
  readonly save: (choice?: SaveChoice) => Promise<void>;
  /** Dialogs that a refused save opened. */
  readonly dialogs: ReactNode;
}

function tellWarnings(record: SavedRecord): void {
  for (const warning of record._warnings ?? []) showNotice({ id: `save-${warning.code}`, kind: 'warning', text: warning.text, duration: NOTICE_DURATIONS.teams });
}

/** A save with all that may follow: problems at their fields, another's change, or a plugin's dialog. */
export function useSaveFlow({ module, form, onSaved, onLeaveTo }: SaveFlowInput): SaveFlow {
  const [refusal, setRefusal] = useState<ApiError | undefined>(undefined);
  const [isResaving, setResaving] = useState(false);

  const settle = (outcome: SaveOutcome) => {
    if (outcome.kind === 'saved') {
      setRefusal(undefined);
      tellWarnings(outcome.record);
      onSaved(outcome.record);
    } else if (outcome.kind === 'refused' && findErrorDialog(outcome.error.code)) setRefusal(outcome.error);
    else {
      setRefusal(undefined);
      if (outcome.kind === 'refused') form.showRefusal(outcome.error);
    }
  };
  const save = async (choice: SaveChoice = {}) => {
    if (form.isSaving) return;
    const saying = findSaveText(module.name);
    const notice = saying === undefined ? undefined : showNotice({ text: saying, duration: LONGEST_SAVE });
    try {
      settle(await form.save(choice));
    } finally {
      if (notice !== undefined) hideNotice(notice);
    }
  };
  const retry = async (options: { readonly duplicates?: 'allow' }) => {
    const outcome = await form.save(options);
    settle(outcome);
    // The dialog that asked shows a new refusal itself.
    if (outcome.kind === 'refused') throw outcome.error;
  };
  useEffect(() => {
    if (!isResaving || form.state.conflict !== undefined) return;
    setResaving(false);
    void save();
  });

  const Refused = refusal && findErrorDialog(refusal.code);
  const dialogs = (
    <>
      {Refused && refusal && (
        <Refused
          error={refusal.body} module={module} draft={createPayload(module, form.state.draft)} recordId={form.state.base._id} retry={retry} cancel={() => setRefusal(undefined)}
          leaveTo={(name, id) => { setRefusal(undefined); onLeaveTo(name, id); }}
        />
      )}
      {form.state.conflict && <ConflictDialog module={module} conflict={form.state.conflict} onBack={form.closeConflict} onChoose={(choices) => { form.settle(choices); setResaving(true); }} />}
    </>
  );
  return { save, dialogs };
}

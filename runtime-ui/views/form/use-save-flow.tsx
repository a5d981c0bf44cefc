import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { ModuleView } from '#engine/model/wire';
import { ApiError, type SavedRecord } from '../../client/index.ts';
import { findErrorDialog, findSavingMessage, type RetryOptions } from '../../extensions/index.ts';
import { createPayload, type Conflict, type RecordForm, type SaveChoice, type SaveOutcome } from '../../headless/index.ts';
import { hideNotice, NOTICE_DURATIONS, showNotice, t } from '../../kit/index.ts';
import { ConflictDialog, mergedText } from './conflict-dialog.tsx';

/** Maximum duration of the saving notice: it closes with the response, or after this time if there is none. */
const MAX_SAVE_MS = 60_000;

const UNCONFIRMED_NOTICE = 'save-unconfirmed';

interface SaveFlowInput {
  readonly module: ModuleView;
  readonly form: RecordForm;
  readonly onSaved: (record: SavedRecord) => void;
  /** Opens a record that replaces the draft, such as the primary record of a merge. */
  readonly onLeaveTo: (module: string, recordId: string) => void;
}

export interface SaveFlow {
  readonly save: (choice?: SaveChoice) => Promise<void>;
  /** Dialogs for a refused save. */
  readonly dialogs: ReactNode;
}

function showWarnings(record: SavedRecord): void {
  for (const warning of record._warnings ?? [])
    showNotice({ id: `save-${warning.code}`, kind: 'warning', text: warning.text, duration: NOTICE_DURATIONS.teams });
}

/** Says which fields of another user's save are in the record too. */
function showMerged({ taken, by }: Pick<Conflict, 'taken' | 'by'>): void {
  if (taken.length > 0) showNotice({ kind: 'ok', text: mergedText(taken, by), duration: NOTICE_DURATIONS.teams });
}

/** The server has already processed this idempotency key with another body: the result of that request is not known here. */
function alreadySavedError(error: ApiError): ApiError {
  return new ApiError(error.status, { ...error.body, error: t('views.form.savedBefore') });
}

/** The error, if a plugin has a dialog for it. Its field issues are also shown at the fields. */
function refusalWithDialog(outcome: SaveOutcome): ApiError | undefined {
  const error = outcome.kind === 'refused' || outcome.kind === 'invalid' ? outcome.error : undefined;
  return error !== undefined && findErrorDialog(error.code) !== undefined ? error : undefined;
}

/** Saves a form and handles every outcome: field problems, a conflict, or a plugin's dialog. */
export function useSaveFlow({ module, form, onSaved, onLeaveTo }: SaveFlowInput): SaveFlow {
  const [refusal, setRefusal] = useState<ApiError | undefined>(undefined);
  const lastChoice = useRef<SaveChoice>({});
  const [isResaving, setResaving] = useState(false);

  const retryRef = useRef(() => {});
  const showUnconfirmedNotice = () =>
    showNotice({
      id: UNCONFIRMED_NOTICE,
      kind: 'error',
      text: t('views.form.unconfirmed'),
      action: { label: t('actions.tryAgain'), onPress: () => retryRef.current() },
    });
  useEffect(() => () => hideNotice(UNCONFIRMED_NOTICE), []);

  const settle = (outcome: SaveOutcome) => {
    if (outcome.kind === 'unconfirmed') showUnconfirmedNotice();
    else if (outcome.kind === 'withheld') form.requireRedacted(t('views.form.typeAgain'));
    else if (outcome.kind === 'saved') {
      setRefusal(undefined);
      showWarnings(outcome.record);
      if (outcome.merged !== undefined) showMerged(outcome.merged);
      onSaved(outcome.record);
    } else {
      const refused = refusalWithDialog(outcome);
      setRefusal(refused);
      if (refused === undefined && outcome.kind === 'refused')
        form.showRefusal(outcome.error.code === 'idempotency_conflict' ? alreadySavedError(outcome.error) : outcome.error);
    }
  };
  const save = async (choice: SaveChoice = {}) => {
    if (form.isSaving) return;
    hideNotice(UNCONFIRMED_NOTICE);
    lastChoice.current = choice;
    const savingText = findSavingMessage(module.name);
    const notice = savingText === undefined ? undefined : showNotice({ text: savingText, duration: MAX_SAVE_MS });
    try {
      settle(await form.save(choice));
    } finally {
      if (notice !== undefined) hideNotice(notice);
    }
  };
  useEffect(() => {
    retryRef.current = () => void save(lastChoice.current);
  });
  const retry = async ({ fields = {}, ...options }: RetryOptions) => {
    for (const [name, value] of Object.entries(fields)) form.setValue(name, value);
    const outcome = await form.save(options);
    settle(outcome);
    // The dialog that called `retry` shows a new error itself.
    const refused = outcome.kind === 'refused' || outcome.kind === 'unconfirmed' ? outcome.error : refusalWithDialog(outcome);
    if (refused !== undefined) throw refused;
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
          error={refusal.body}
          module={module}
          draft={createPayload(module, form.effectiveDraft)}
          recordId={form.state.base._id}
          retry={retry}
          cancel={() => setRefusal(undefined)}
          goToRecord={(name, id) => {
            setRefusal(undefined);
            onLeaveTo(name, id);
          }}
        />
      )}
      {form.state.conflict && (
        <ConflictDialog
          module={module}
          conflict={form.state.conflict}
          onBack={form.closeConflict}
          onChoose={(choices) => {
            form.resolveConflict(choices);
            setResaving(true);
          }}
        />
      )}
    </>
  );
  return { save, dialogs };
}

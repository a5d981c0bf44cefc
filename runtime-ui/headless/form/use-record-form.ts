import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useRef, useState } from 'react';
import type { FieldView, ModuleView } from '#engine/model/wire';
import type { JsonValue } from '#engine/model/values';
import { ApiError, invalidateRecords, getRecordWithRelationships, isUnconfirmed, queryKeys, type SavedRecord } from '../../client/index.ts';
import { isDialogDraft, type LocalDraft, type RecordRef } from '../local-state/local-drafts.ts';
import type { RecordValues } from '../module/record-value.ts';
import { findConflict, resolveConflict, type Conflict } from './conflict.ts';
import { useDefaultFormulas } from './default-formula-context.ts';
import { changedFields, initialDraft, type Draft } from './draft.ts';
import { removeDisallowedOptions } from './remove-disallowed-options.ts';
import { isDirty, issuesOf, openForm, reduceForm, type FormAction, type FormState } from './form-state.ts';
import { NO_PROBLEMS, readProblems, type FieldIssue } from './problems.ts';
import { saveIdempotently } from './save-idempotently.ts';
import { createInputDebouncer, type InputDebouncer } from './input-debouncer.ts';
import { restoreReadOnlyFields } from './form-rules.ts';
import { mergeRuleIssues } from './rule-issues.ts';
import { useVisibility, type IsFieldShown } from './visible-fields.ts';
import { useLocalDraft } from './use-local-draft.ts';

/** The outcome of a save. `refused` is handled by the error dialogs of plugins, by its code. */
export type SaveOutcome =
  | {
      readonly kind: 'saved';
      readonly record: SavedRecord;
      readonly batchId: string | undefined;
      /** Another user had changed other fields meanwhile, and both changes are saved. */
      readonly merged?: Pick<Conflict, 'taken' | 'by'>;
    }
  /** Problems are shown at their fields; `error` is the error of the server. */
  | { readonly kind: 'invalid'; readonly error?: ApiError }
  | { readonly kind: 'conflict' }
  /** Nothing was sent: redacted fields of the form must be typed again, or omitted. */
  | { readonly kind: 'withheld' }
  /** It is unknown whether the save was executed; the next save finds out. */
  | { readonly kind: 'unconfirmed'; readonly error: ApiError }
  | { readonly kind: 'refused'; readonly error: ApiError };

/** Options of a save of a form. */
export interface SaveChoice {
  /** Saves even if there are duplicates. */
  readonly duplicates?: 'allow';
}

/** The state of a form and its operations: the form of a new record, or of a stored one. */
export interface RecordForm {
  /** The draft, what was stored, and an unresolved conflict. */
  readonly state: FormState;
  /** The draft that would be saved: without options that the value of their parent does not allow. */
  readonly effectiveDraft: Draft;
  /** Returns the current draft, also between two renders. */
  readonly readDraft: () => Draft;
  /** Debounced input; a save flushes it first. */
  readonly inputDebouncer: InputDebouncer;
  /** The form creates a record. */
  readonly isNew: boolean;
  /** The draft differs from the stored record. */
  readonly isDirty: boolean;
  /** The same at this moment: including text that is still being typed, and values that are not rendered yet. */
  readonly readIsDirty: () => boolean;
  /** A save is under way: its response has not arrived. */
  readonly isSaving: boolean;
  /** Problems to show, by field; '' for the whole form. */
  readonly issues: { readonly [field: string]: readonly FieldIssue[] };
  /** Sets a value of the draft; undefined clears it. */
  readonly setValue: (field: string, value: JsonValue | undefined) => void;
  /** Reports that the input of a field cannot be read; undefined: it can again. No save is sent meanwhile. */
  readonly setParseError: (field: string, message: string | undefined) => void;
  /** Checks the draft and saves it. Never rejects: the outcome says what happened. */
  readonly save: (choice?: SaveChoice) => Promise<SaveOutcome>;
  /** Resolves a conflict; the next save is based on the other version. */
  readonly resolveConflict: (choices: { readonly [field: string]: 'mine' | 'theirs' }) => void;
  /** Returns to the form without resolving the conflict. */
  readonly closeConflict: () => void;
  /** Applies another user's save; fields that both changed are left to the next save, which reports a conflict. */
  readonly mergeRemote: (current: RecordValues) => 'taken over' | 'contested';
  /** Resets the form, as for "Save and add another". */
  readonly restart: (prefill?: Draft) => void;
  /** What was restored from this device: a local draft, or a save without a response. */
  readonly restored: RestoredDraft | undefined;
  /** Sensitive fields that had a value and were not stored on this device; no save is sent until each is typed again or all are omitted. */
  readonly redactedFields: readonly FieldView[];
  /** Omits all redacted fields: their stored values stay as they are. */
  readonly discardRedacted: () => void;
  /** Shows at each redacted field that it must be typed again. */
  readonly requireRedacted: (message: string) => void;
  /** Deletes the local draft of this form: the user leaves it on purpose. */
  readonly discardLocalDraft: () => void;
  /** Shows the problems of a refused save at their fields, or above them. */
  readonly showRefusal: (error: ApiError) => void;
}

/** The local draft found for a form. */
export interface RestoredDraft {
  /** When it was stored, in milliseconds since the epoch. */
  readonly at: number;
  /** It was sent, and no response arrived. */
  readonly hasUnconfirmedSave: boolean;
}

/** What a form is opened with. */
interface FormInput {
  /** The module of the record. */
  readonly module: ModuleView;
  /** The record to change, with populated relates; absent: a new one. */
  readonly record?: RecordValues | undefined;
  /** Initial values of a new record. */
  readonly prefill?: Draft;
  /** Values already typed elsewhere, on top of the initial values. */
  readonly typed?: Draft | undefined;
  /** The title of the local draft; absent: the form is not stored. */
  readonly draftTitle?: string;
  /** The record of the page that contains the form, if the form has no page of its own. */
  readonly hostRecord?: RecordRef;
  /** Whether it is shown above a page that may contain a form of the same module. */
  readonly isInDialog?: boolean;
}

/** The restored state of a form: based on the current record, or on the earlier version if another user changed it since. */
function restoredState({ module, record, prefill = {}, typed }: FormInput, storedDraft: LocalDraft) {
  const isSameVersion = record?._version === storedDraft.base['_version'];
  const base: RecordValues =
    record === undefined || isSameVersion ? (record ?? storedDraft.base) : { ...record, ...(storedDraft.base as RecordValues) };
  const opened = record === undefined ? initialDraft(module, prefill) : base;
  return {
    base,
    opened,
    draft: { ...opened, ...typed, ...storedDraft.draft },
    withheld: [...new Set([...(storedDraft.redactedFields ?? []), ...(storedDraft.unconfirmedSave?.redactedFields ?? [])])],
  };
}

/** Whether the draft of a new record was started with other prefilled values: then it is for another record. */
function isForDifferentPrefill(prefill: Draft, storedDraft: LocalDraft): boolean {
  return Object.entries(prefill).some(([field, value]) => JSON.stringify(storedDraft.draft[field]) !== JSON.stringify(value));
}

/** Redacted fields that were not typed again. */
function missingRedacted(module: ModuleView, { base, draft, redactedFields }: FormState): readonly FieldView[] {
  if (redactedFields.length === 0) return NO_FIELDS;
  const typed = new Set(changedFields(module, base, draft));
  return module.fields.filter((field) => redactedFields.includes(field.fieldName) && !typed.has(field));
}

const NO_FIELDS: readonly FieldView[] = [];

/** How often one save is merged with those of others before it asks. */
const MAX_MERGES = 3;

async function currentOf(module: ModuleView, state: FormState, error: ApiError): Promise<RecordValues> {
  const body = error.body as { readonly current?: RecordValues; readonly record?: RecordValues };
  const current = body.current ?? body.record;
  // Reads the record again, for the names of relates; falls back to the copy in the error response.
  return getRecordWithRelationships(module.path, state.base._id ?? '').then(
    (record) => record as unknown as RecordValues,
    () => current ?? state.base,
  );
}

interface FormStateHandle {
  readonly state: FormState;
  /** Returns the current state, also between two renders. */
  readonly readState: () => FormState;
  /** Returns the current state including text that is still being typed. */
  readonly readTyped: () => FormState;
  readonly rest: InputDebouncer;
  readonly dispatch: (action: FormAction) => void;
  /** Returns the state with the draft that is saved. */
  readonly toEffectiveState: (state: FormState) => FormState;
  readonly isShown: IsFieldShown;
  /** Stable functions for the fields while the form is open. */
  readonly shared: Pick<RecordForm, 'setValue' | 'setParseError' | 'readDraft'>;
}

/** The state of a form; a save reads what was typed in the same event. */
function useFormState({ module, record, prefill = {}, typed }: FormInput): FormStateHandle {
  const [state, setState] = useState(() => {
    const opened = openForm(record ?? {}, record ?? initialDraft(module, prefill));
    return typed === undefined ? opened : { ...opened, draft: { ...opened.draft, ...typed } };
  });
  const latest = useRef(state);
  const dispatch = useCallback((action: FormAction) => {
    latest.current = reduceForm(latest.current, action);
    setState(latest.current);
  }, []);
  const [rest] = useState(createInputDebouncer);
  const readState = useCallback(() => latest.current, []);
  const readTyped = useCallback(() => {
    rest.flush();
    return latest.current;
  }, [rest]);
  const isShown = useVisibility(module);
  const fillDefaults = useDefaultFormulas(module);
  const toEffectiveState = useCallback(
    (one: FormState): FormState => {
      const context = { module, base: one.base, isShown };
      const opened = fillDefaults(context, one.opened);
      const editable = restoreReadOnlyFields(module, one.base, opened, fillDefaults(context, one.draft));
      const draft = removeDisallowedOptions(context, editable);
      return draft === one.draft && opened === one.opened ? one : { ...one, opened, draft };
    },
    [module, isShown, fillDefaults],
  );
  const setValue = useCallback((field: string, value: JsonValue | undefined) => dispatch({ kind: 'typed', field, value }), [dispatch]);
  const setParseError = useCallback(
    (field: string, message: string | undefined) => dispatch({ kind: 'unreadable', field, message }),
    [dispatch],
  );
  const readDraft = useCallback(() => readState().draft, [readState]);
  return { state, readState, readTyped, rest, dispatch, toEffectiveState, isShown, shared: { setValue, setParseError, readDraft } };
}

/** Saves a form, and stores it on this device until the save succeeded. */
function useSaving(input: FormInput, { state, toEffectiveState, readState, readTyped, rest, dispatch }: FormStateHandle) {
  const { module, record, prefill = {}, typed, draftTitle, hostRecord, isInDialog = false } = input;
  const [restored, setRestored] = useState<RestoredDraft>();
  const dirty = useMemo(() => isDirty(module, toEffectiveState(state)), [module, state, toEffectiveState]);
  const onFound = (storedDraft: LocalDraft) => {
    const before = toEffectiveState(readState());
    dispatch({ kind: 'restored', ...restoredState(input, storedDraft) });
    const after = toEffectiveState(readState());
    // Values that the caller passed in need no notice.
    const isMore = typed === undefined ? isDirty(module, after) : changedFields(module, before.draft, after.draft).length > 0;
    if (storedDraft.unconfirmedSave !== undefined || isMore)
      setRestored({ at: storedDraft.at, hasUnconfirmedSave: storedDraft.unconfirmedSave !== undefined });
  };
  // A page continues the draft of a dialog only if it was opened from the dialog, with its values.
  const isMatching = (storedDraft: LocalDraft): boolean =>
    !isForDifferentPrefill(prefill, storedDraft) && (isInDialog || typed !== undefined || !isDialogDraft(storedDraft));
  const { unconfirmedStore, discard } = useLocalDraft({
    module,
    state,
    readTyped,
    isTyping: rest.isPending,
    isDirty: dirty,
    title: draftTitle,
    recordId: record?._id,
    hostRecord,
    isInDialog,
    isMatching,
    onFound,
  });
  const rebase = (found: SavedRecord) => dispatch({ kind: 'rebased', base: { ...readState().base, ...found }, draft: readState().draft });
  const saving = useMutation({
    mutationFn: ({ duplicates }: SaveChoice) =>
      saveIdempotently({ module, state: toEffectiveState(readState()), duplicates, unconfirmedStore, onFound: rebase }),
  });
  const forget = () => {
    discard();
    setRestored(undefined);
  };
  return { dirty, restored, saving, forget, discard };
}

/** The form has the values of another user's save besides its own, which can be saved now: no field was changed by both. */
interface Merged {
  readonly kind: 'merged';
  readonly conflict: Conflict;
}

/** Applies the choice for each conflicting field; the next save is based on the other version. */
function settleConflict(
  module: ModuleView,
  { readState, dispatch }: FormStateHandle,
  choices: Parameters<RecordForm['resolveConflict']>[0],
): void {
  const { base, draft, conflict } = readState();
  if (conflict !== undefined)
    dispatch({ kind: 'rebased', base: conflict.current, draft: resolveConflict(module, base, draft, conflict, choices) });
}

/** The outcome of a save that failed; its problems or its conflict are shown. Other errors are thrown. */
async function handleFailure(module: ModuleView, form: FormStateHandle, error: unknown, mayMerge: boolean): Promise<SaveOutcome | Merged> {
  const { readState, dispatch, toEffectiveState } = form;
  if (!(error instanceof ApiError)) throw error;
  if (isUnconfirmed(error)) return { kind: 'unconfirmed', error };
  if (error.code === 'version_conflict') {
    const current = await currentOf(module, readState(), error);
    const { base, draft } = readState();
    const conflict = findConflict(module, base, toEffectiveState(readState()).draft, current);
    if (conflict.rows.length === 0 && mayMerge) {
      dispatch({ kind: 'rebased', base: current, draft: resolveConflict(module, base, draft, conflict, {}) });
      return { kind: 'merged', conflict };
    }
    dispatch({ kind: 'conflicted', conflict });
    return { kind: 'conflict' };
  }
  if (error.details.length === 0) return { kind: 'refused', error };
  dispatch({ kind: 'refused', problems: readProblems(module, error.body) });
  return { kind: 'invalid', error };
}

function mergeRemote(module: ModuleView, { readState, dispatch }: FormStateHandle, current: RecordValues): 'taken over' | 'contested' {
  const { base, draft } = readState();
  const conflict = findConflict(module, base, draft, current);
  if (conflict.rows.length > 0) return 'contested';
  dispatch({ kind: 'followed', base: current, draft: resolveConflict(module, base, draft, conflict, {}) });
  return 'taken over';
}

function requireRedacted(module: ModuleView, { readState, dispatch }: FormStateHandle, message: string): void {
  const issues = missingRedacted(module, readState()).map(
    ({ fieldName }) => [fieldName, [{ field: fieldName, path: '', code: 'withheld', message }]] as const,
  );
  dispatch({ kind: 'refused', problems: { ...NO_PROBLEMS, byField: Object.fromEntries(issues) } });
}

/** The draft that would be saved, and the issues of the last save and of the rules of the module. */
function useShownValues(
  module: ModuleView,
  { state, toEffectiveState, isShown }: FormStateHandle,
): Pick<RecordForm, 'issues' | 'effectiveDraft'> {
  const effectiveDraft = useMemo(() => toEffectiveState(state).draft, [toEffectiveState, state]);
  const issues = useMemo(() => {
    const values = { base: state.base, draft: effectiveDraft };
    return mergeRuleIssues({ module, values, opened: state.opened, isShown, saved: issuesOf(state) });
  }, [module, state, effectiveDraft, isShown]);
  return { issues, effectiveDraft };
}

/** The form of one record: its values, its problems, and its save. A failed save never loses input. */
export function useRecordForm(input: FormInput): RecordForm {
  const { module, record, prefill = {} } = input;
  const client = useQueryClient();
  const formState = useFormState(input);
  const { state, readState, readTyped, rest: inputDebouncer, dispatch } = formState;
  const { dirty, restored, saving, forget, discard } = useSaving(input, formState);

  const attempt = async (choice: SaveChoice, mayMerge: boolean): Promise<SaveOutcome | Merged> => {
    const { parseErrors, problems } = readTyped();
    if (Object.keys(parseErrors).length > 0) {
      dispatch({ kind: 'refused', problems });
      return { kind: 'invalid' };
    }
    if (missingRedacted(module, readState()).length > 0) return { kind: 'withheld' };
    try {
      const saved = await saving.mutateAsync(choice);
      forget();
      dispatch({ kind: 'rebased', base: { ...readState().base, ...saved.data }, draft: { ...readState().draft, ...saved.data } });
      client.removeQueries({ queryKey: queryKeys.record(module.name, saved.data._id) });
      await invalidateRecords(client, [module.name]);
      return { kind: 'saved', record: saved.data, batchId: saved.batchId };
    } catch (error) {
      return handleFailure(module, formState, error, mayMerge);
    }
  };

  const save = async (choice: SaveChoice = {}): Promise<SaveOutcome> => {
    let merged: Pick<Conflict, 'taken' | 'by'> | undefined;
    for (let merges = 0; ; merges += 1) {
      const outcome = await attempt(choice, merges < MAX_MERGES);
      if (outcome.kind !== 'merged') return outcome.kind === 'saved' && merged !== undefined ? { ...outcome, merged } : outcome;
      const { taken, by } = outcome.conflict;
      merged = { taken: [...new Set([...(merged?.taken ?? []), ...taken])], by };
    }
  };

  return {
    state,
    isNew: state.base._id === undefined,
    isSaving: saving.isPending,
    save,
    resolveConflict: (choices) => settleConflict(module, formState, choices),
    isDirty: dirty,
    readIsDirty: () => isDirty(module, formState.toEffectiveState(readTyped())),
    restored,
    redactedFields: useMemo(() => missingRedacted(module, state), [module, state]),
    discardRedacted: () => dispatch({ kind: 'left out' }),
    discardLocalDraft: discard,
    ...formState.shared,
    inputDebouncer,
    ...useShownValues(module, formState),
    closeConflict: () => dispatch({ kind: 'conflict closed' }),
    mergeRemote: (current) => mergeRemote(module, formState, current),
    restart: (next = prefill) => {
      forget();
      dispatch({ kind: 'opened', base: record ?? {}, draft: record ?? initialDraft(module, next) });
    },
    requireRedacted: (message) => requireRedacted(module, formState, message),
    showRefusal: (error) => dispatch({ kind: 'refused', problems: readProblems(module, error.body) }),
  };
}

import { useEffect, useRef, useState } from 'react';
import type { FieldView, ModuleView } from '#engine/model/wire';
import type { JsonObject, JsonValue } from '#engine/model/values';
import { ApiError, createIdempotentSend, isUnconfirmed } from '../../client/index.ts';
import { readProblems, type FieldIssue } from '../form/problems.ts';
import { isSameValue } from '../form/wire-value.ts';
import { useFieldEditDraft } from './use-field-edit-draft.ts';
import { saveField, type EditedRecord, type SavedField } from './save-field.ts';

/** The result of a save attempt. */
export type FieldSaveResult =
  | SavedField
  | { readonly kind: 'unchanged' }
  /** The edit stays open and shows the reason. */
  | { readonly kind: 'open'; readonly error?: ApiError };

/** What prevents the save of an edit. */
export type FieldEditProblem =
  | { readonly kind: 'refused'; readonly issues: readonly FieldIssue[]; readonly isUnconfirmed: boolean }
  | { readonly kind: 'conflict'; readonly current: EditedRecord };

export interface FieldEdit {
  readonly value: JsonValue | undefined;
  readonly isSaving: boolean;
  readonly problem: FieldEditProblem | undefined;
  readonly setValue: (value: JsonValue | undefined) => void;
  readonly setParseError: (message: string | undefined) => void;
  /** `fields` are values of other fields to save with it, in the API format. */
  readonly save: (options?: { readonly duplicates?: 'allow'; readonly fields?: JsonObject }) => Promise<FieldSaveResult>;
  /** After a conflict: overwrites the other value. */
  readonly keepMine: () => Promise<FieldSaveResult>;
  /** The edit was saved or cancelled; until then the input is stored on this device. */
  readonly end: () => void;
}

function issuesOf(module: ModuleView, field: FieldView, error: ApiError): readonly FieldIssue[] {
  const { byField, general } = readProblems(module, error.body);
  const own = byField[field.fieldName] ?? [];
  const others = Object.entries(byField)
    .filter(([name]) => name !== field.fieldName)
    .flatMap(([, issues]) => issues.map((issue) => ({ ...issue, path: '' })));
  return [...own, ...others, ...general.map((message) => ({ field: field.fieldName, path: '', code: error.code, message }))];
}

/** The running save. `isBusy` is current between two renders too. */
function useOneSave() {
  const [isSaving, setSaving] = useState(false);
  const busy = useRef(false);
  const isGone = useRef(false);
  useEffect(
    () => () => {
      isGone.current = true;
    },
    [],
  );
  const run = async <T>(save: () => Promise<T>): Promise<T> => {
    busy.current = true;
    setSaving(true);
    try {
      return await save();
    } finally {
      busy.current = false;
      if (!isGone.current) setSaving(false);
    }
  };
  return { isSaving, isBusy: () => busy.current, run };
}

/** One field of one record, edited inline. A failed save keeps the input. */
export function useFieldEdit(module: ModuleView, field: FieldView, record: EditedRecord): FieldEdit {
  const [value, setShown] = useState<JsonValue | undefined>(record[field.fieldName]);
  const [problem, setProblem] = useState<FieldEditProblem | undefined>(undefined);
  // Read by a save that follows a change in the same event.
  const latest = useRef(value);
  const unreadable = useRef<string | undefined>(undefined);
  const base = useRef(record);
  const [idempotentSend] = useState(createIdempotentSend);
  const keeper = useFieldEditDraft(module, field, record);
  const { isSaving, isBusy, run } = useOneSave();

  const refuse = (issues: readonly FieldIssue[], isLost = false) => setProblem({ kind: 'refused', issues, isUnconfirmed: isLost });
  const save = async ({ duplicates, fields = {} }: Parameters<FieldEdit['save']>[0] = {}): Promise<FieldSaveResult> => {
    if (isBusy()) return { kind: 'open' };
    if (unreadable.current !== undefined) {
      refuse([{ field: field.fieldName, path: '', code: 'unreadable', message: unreadable.current }]);
      return { kind: 'open' };
    }
    if (isSameValue(field, base.current[field.fieldName], latest.current)) return { kind: 'unchanged' };
    setProblem(undefined);
    try {
      const edited = { module, field, base: base.current, value: latest.current, extraFields: fields };
      const outcome = await run(() => saveField({ ...edited, duplicates, idempotentSend }));
      if (outcome.kind !== 'conflict') return outcome;
      setProblem(outcome);
      return { kind: 'open' };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      refuse(issuesOf(module, field, error), isUnconfirmed(error));
      return { kind: 'open', error };
    }
  };
  const keepMine = () => {
    if (problem?.kind === 'conflict') base.current = problem.current;
    return save();
  };
  const setValue = (next: JsonValue | undefined) => {
    latest.current = next;
    setShown(next);
    keeper.update(next);
    setProblem((before) => (before?.kind === 'refused' ? undefined : before));
  };
  const setParseError = (message: string | undefined) => {
    unreadable.current = message;
    setProblem((before) => (message === undefined && before?.kind === 'refused' ? undefined : before));
  };
  return { value, isSaving, problem, setValue, setParseError, save, keepMine, end: keeper.discard };
}

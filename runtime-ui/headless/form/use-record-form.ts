import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo, useReducer, useRef } from 'react';
import type { JsonValue, ModuleView } from '#engine/model';
import { ApiError, createRecord, dropRecords, getRecordWithRelationships, queryKeys, updateRecord, type CallAnswer, type SavedRecord } from '../../client/index.ts';
import type { RecordValues } from '../module/record-value.ts';
import { findConflict, resolveConflict } from './conflict.ts';
import { createPayload, initialDraft, updatePayload, type Draft } from './draft.ts';
import { isDirty, issuesOf, openForm, reduceForm, type FormState } from './form-state.ts';
import { readProblems, type FieldIssue } from './problems.ts';

/** What a save came to. `refused` is for the dialogs of plugins: its code says which. */
export type SaveOutcome =
  | { readonly kind: 'saved'; readonly record: SavedRecord; readonly batchId: string | undefined }
  | { readonly kind: 'invalid' }
  | { readonly kind: 'conflict' }
  | { readonly kind: 'refused'; readonly error: ApiError };

export interface SaveChoice {
  /** Saves in spite of duplicates. */
  readonly duplicates?: 'allow';
}

export interface RecordForm {
  readonly state: FormState;
  readonly isNew: boolean;
  readonly isDirty: boolean;
  readonly isSaving: boolean;
  readonly issues: { readonly [field: string]: readonly FieldIssue[] };
  readonly setValue: (field: string, value: JsonValue | undefined) => void;
  readonly setUnreadable: (field: string, message: string | undefined) => void;
  readonly save: (choice?: SaveChoice) => Promise<SaveOutcome>;
  /** Settles a conflict; the next save is against the other's version. */
  readonly settle: (choices: { readonly [field: string]: 'mine' | 'theirs' }) => void;
  readonly closeConflict: () => void;
  /** Opens the form anew, as for "Save and add another". */
  readonly restart: (prefill?: Draft) => void;
  /** Shows a refusal at its fields, or above them. */
  readonly showRefusal: (error: ApiError) => void;
}

interface FormInput {
  readonly module: ModuleView;
  /** The record to change, with its relates by name; absent: a new one. */
  readonly record?: RecordValues | undefined;
  /** What a new record begins with. */
  readonly prefill?: Draft;
}

async function send(module: ModuleView, state: FormState, choice: SaveChoice, key: (body: string) => string): Promise<CallAnswer<SavedRecord>> {
  const id = state.base._id;
  const body = id === undefined ? createPayload(module, state.draft) : updatePayload(module, state.base, state.draft);
  const options = { idempotencyKey: key(JSON.stringify([body, choice])), ...choice };
  return id === undefined ? createRecord(module.path, body, options) : updateRecord(module.path, id, body, options);
}

function randomKey(): string {
  // `crypto.randomUUID` is missing where the page is served without TLS.
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The same key for the same body until an answer came: a save whose answer was lost is not made twice. */
function useIdempotencyKey() {
  const last = useRef<{ readonly body: string; readonly key: string } | undefined>(undefined);
  return {
    keyOf: (body: string) => {
      if (last.current?.body !== body) last.current = { body, key: randomKey() };
      return last.current.key;
    },
    forget: () => { last.current = undefined; },
  };
}

async function currentOf(module: ModuleView, state: FormState, error: ApiError): Promise<RecordValues> {
  const body = error.body as { readonly current?: RecordValues; readonly record?: RecordValues };
  const told = body.current ?? body.record;
  // Read again, for the names of relates; the refusal's own copy stands in when that fails.
  return getRecordWithRelationships(module.path, state.base._id ?? '').then((record) => record as unknown as RecordValues, () => told ?? state.base);
}

/** The form of one record: what was typed, what is wrong with it, and its save. Nothing typed is lost by a failed save. */
export function useRecordForm({ module, record, prefill = {} }: FormInput): RecordForm {
  const client = useQueryClient();
  const [state, dispatch] = useReducer(reduceForm, undefined, () => openForm(record ?? {}, record ? (record as Draft) : initialDraft(module, prefill)));
  const key = useIdempotencyKey();
  const saving = useMutation({ mutationFn: (choice: SaveChoice) => send(module, state, choice, key.keyOf) });

  const fail = async (error: unknown): Promise<SaveOutcome> => {
    if (!(error instanceof ApiError)) throw error;
    if (error.status !== 0) key.forget();
    if (error.code === 'version_conflict') {
      dispatch({ kind: 'conflicted', conflict: findConflict(module, state.base, state.draft, await currentOf(module, state, error)) });
      return { kind: 'conflict' };
    }
    if (error.details.length === 0) return { kind: 'refused', error };
    dispatch({ kind: 'refused', problems: readProblems(module, error.body) });
    return { kind: 'invalid' };
  };

  const save = async (choice: SaveChoice = {}): Promise<SaveOutcome> => {
    if (Object.keys(state.unreadable).length > 0) {
      dispatch({ kind: 'refused', problems: state.problems });
      return { kind: 'invalid' };
    }
    try {
      const answer = await saving.mutateAsync(choice);
      key.forget();
      dispatch({ kind: 'rebased', base: { ...state.base, ...answer.data }, draft: { ...state.draft, ...answer.data } });
      client.removeQueries({ queryKey: queryKeys.record(module.name, answer.data._id) });
      await dropRecords(client, [module.name]);
      return { kind: 'saved', record: answer.data, batchId: answer.batchId };
    } catch (error) {
      return fail(error);
    }
  };

  const settle = (choices: { readonly [field: string]: 'mine' | 'theirs' }) => {
    if (state.conflict === undefined) return;
    dispatch({ kind: 'rebased', base: state.conflict.current, draft: resolveConflict(module, state.base, state.draft, state.conflict, choices) });
  };

  return {
    state, isNew: state.base._id === undefined, isSaving: saving.isPending, save, settle,
    isDirty: useMemo(() => isDirty(module, state), [module, state]),
    issues: useMemo(() => issuesOf(state), [state]),
    setValue: (field, value) => dispatch({ kind: 'typed', field, value }),
    setUnreadable: (field, message) => dispatch({ kind: 'unreadable', field, message }),
    closeConflict: () => dispatch({ kind: 'conflict closed' }),
    restart: (next = prefill) => dispatch({ kind: 'opened', base: {}, draft: initialDraft(module, next) }),
    showRefusal: (error) => dispatch({ kind: 'refused', problems: readProblems(module, error.body) }),
  };
}

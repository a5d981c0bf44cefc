import { useEffect, useRef, useState } from 'react';
import type { FieldView, JsonObject, JsonValue, ModuleView } from '#engine/model';
import { ApiError, createIdempotentSend } from '../../client/index.ts';
import type { Draft } from '../form/draft.ts';
import { toWireValue } from '../form/wire-value.ts';
import { findField } from '../module/module-finders.ts';
import { useUserId } from '../list/use-list.ts';
import { toMoveProblem, type MoveProblem } from './move-problem.ts';
import { saveField, type EditedRecord, type SavedField } from './save-field.ts';

export interface FieldMoveInput {
  readonly module: ModuleView;
  readonly field: FieldView;
  readonly record: EditedRecord;
  /** What the field is to become. */
  readonly value: JsonValue | undefined;
  /** Other fields that change with it, as the API takes them. */
  readonly extraFields?: JsonObject;
  /** What is known to stand in its way; absent: it is sent at once. */
  readonly problem?: MoveProblem | undefined;
  readonly onSaved: (save: SavedField) => void;
}

export interface FieldMove {
  readonly problem: MoveProblem | undefined;
  readonly isSaving: boolean;
  /** What was refused, for dialogs of an error's own; undefined: nothing was. */
  readonly error: ApiError | undefined;
  /** Sends it, with what was asked for. */
  readonly send: (given?: Draft, options?: { readonly duplicates?: 'allow' }) => Promise<void>;
  /** After a conflict: saves over the other's value. */
  readonly keepMine: () => void;
}

function wireOf(module: ModuleView, given: Draft): JsonObject {
  return Object.fromEntries(Object.entries(given).flatMap(([name, value]) => {
    const field = findField(module, name);
    return field === undefined ? [] : [[name, toWireValue(field, value)] as const];
  }));
}

/** One field of one record on its way to a new value: saved as every edit in place is, held while something stands in its way. */
export function useFieldMove({ module, field, record, value, extraFields, problem: known, onSaved }: FieldMoveInput): FieldMove {
  const userId = useUserId();
  const [problem, setTrouble] = useState<MoveProblem | undefined>(known);
  const [error, setError] = useState<ApiError | undefined>(undefined);
  const [isSaving, setSaving] = useState(false);
  const [idempotentSend] = useState(createIdempotentSend);
  const base = useRef(record);
  const last = useRef<Draft>({});
  const isBusy = useRef(false);
  const begun = useRef(known !== undefined);

  const send: FieldMove['send'] = async (given = last.current, options) => {
    if (isBusy.current) return;
    last.current = given;
    isBusy.current = true;
    setSaving(true);
    try {
      const outcome = await saveField({ module, field, base: base.current, value, extraFields: { ...extraFields, ...wireOf(module, given) }, duplicates: options?.duplicates, idempotentSend });
      if (outcome.kind === 'saved') onSaved(outcome);
      else setTrouble(outcome);
    } catch (caught) {
      if (!(caught instanceof ApiError)) throw caught;
      setError(caught);
      setTrouble(toMoveProblem(module, field, base.current, userId, caught));
      // Whoever says how it is sent again shows a new refusal.
      if (options !== undefined) throw caught;
    } finally {
      isBusy.current = false;
      setSaving(false);
    }
  };
  const keepMine = () => {
    if (problem?.kind === 'conflict') base.current = problem.current;
    setTrouble(undefined);
    void send();
  };
  useEffect(() => {
    // Once, though effects may run twice.
    if (begun.current) return;
    begun.current = true;
    void send();
  });
  return { problem, isSaving, error, send, keepMine };
}

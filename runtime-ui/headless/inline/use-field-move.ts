import { useEffect, useRef, useState } from 'react';
import type { FieldView, ModuleView } from '#engine/model/wire';
import type { JsonObject, JsonValue } from '#engine/model/values';
import { ApiError, createIdempotentSend } from '../../client/index.ts';
import type { Draft } from '../form/draft.ts';
import { toWireValue } from '../form/wire-value.ts';
import { findField } from '../module/module-finders.ts';
import { useUserId } from '../record/use-user-id.ts';
import { toMoveProblem, type MoveProblem } from './move-problem.ts';
import { saveField, type EditedRecord, type SavedField } from './save-field.ts';

export interface FieldMoveInput {
  readonly module: ModuleView;
  readonly field: FieldView;
  readonly record: EditedRecord;
  /** The new value of the field. */
  readonly value: JsonValue | undefined;
  /** Other fields that change with it, in the API format. */
  readonly extraFields?: JsonObject;
  /** The problem known in advance; absent: the change is sent at once. */
  readonly problem?: MoveProblem | undefined;
  readonly onSaved: (save: SavedField) => void;
}

export interface FieldMove {
  readonly problem: MoveProblem | undefined;
  readonly isSaving: boolean;
  /** The error of a refused save, for error dialogs; undefined: none. */
  readonly error: ApiError | undefined;
  /** Sends the change, with the required values. */
  readonly send: (given?: Draft, options?: { readonly duplicates?: 'allow' }) => Promise<void>;
  /** After a conflict: overwrites the other value. */
  readonly keepMine: () => void;
}

function wireOf(module: ModuleView, given: Draft): JsonObject {
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => {
      const field = findField(module, name);
      return field === undefined ? [] : [[name, toWireValue(field, value)] as const];
    }),
  );
}

/** A change of one field of one record: saved like every inline edit, and paused while a problem must be resolved. */
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
      const outcome = await saveField({
        module,
        field,
        base: base.current,
        value,
        extraFields: { ...extraFields, ...wireOf(module, given) },
        duplicates: options?.duplicates,
        idempotentSend,
      });
      if (outcome.kind === 'saved') onSaved(outcome);
      else setTrouble(outcome);
    } catch (caught) {
      if (!(caught instanceof ApiError)) throw caught;
      setError(caught);
      setTrouble(toMoveProblem(module, field, base.current, userId, caught));
      // A caller that passes options shows the new error itself.
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
    // Once, although effects may run twice.
    if (begun.current) return;
    begun.current = true;
    void send();
  });
  return { problem, isSaving, error, send, keepMine };
}

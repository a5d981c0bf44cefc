import { useEffect, useRef } from 'react';
import type { FieldView, ModuleView } from '#engine/model/wire';
import type { JsonValue } from '#engine/model/values';
import { useSession } from '../../client/index.ts';
import { isSameValue } from '../form/wire-value.ts';
import { deleteLocalDraft, fieldEditDraftKey, draftKey, saveLocalDraft, type LocalDraft } from '../local-state/local-drafts.ts';
import { recordName } from '../module/record-value.ts';
import type { EditedRecord } from './save-field.ts';

/** Milliseconds without a change after which the draft is stored. */
const DEBOUNCE_MILLISECONDS = 400;

export interface FieldEditDraftHandle {
  /** Updates the current value of the input. */
  readonly update: (value: JsonValue | undefined) => void;
  /** The edit ended, saved or cancelled: its draft is deleted. */
  readonly discard: () => void;
}

/**
 * Stores the edit of one field on this device until it ends. An edit that is interrupted, by the end of the session or by leaving the page,
 * is stored as a form of its record, in which it is restored. A sensitive field is not stored.
 */
export function useFieldEditDraft(module: ModuleView, field: FieldView, record: EditedRecord): FieldEditDraftHandle {
  const userId = useSession((session) => session.user?._id);
  const storageKey =
    userId === undefined || field.sensitive === true
      ? undefined
      : fieldEditDraftKey(draftKey(userId, module.name, record._id), field.fieldName);
  const work = useRef({
    timer: undefined as ReturnType<typeof setTimeout> | undefined,
    form: undefined as LocalDraft | undefined,
    isStored: false,
  });
  const keepNow = useRef(() => {
    const { form, timer } = work.current;
    clearTimeout(timer);
    work.current = { timer: undefined, form, isStored: form !== undefined };
    if (form !== undefined) void saveLocalDraft(form);
  });
  // The session may have ended by then: the draft contains its user.
  useEffect(
    () => () => {
      if (work.current.timer !== undefined) keepNow.current();
    },
    [],
  );
  const discard = () => {
    const { form, timer, isStored } = work.current;
    clearTimeout(timer);
    work.current = { timer: undefined, form: undefined, isStored: false };
    if (isStored && form !== undefined) void deleteLocalDraft(form.storageKey);
  };
  const update = (value: JsonValue | undefined) => {
    if (storageKey === undefined || userId === undefined) return;
    if (isSameValue(field, record[field.fieldName], value)) return discard();
    clearTimeout(work.current.timer);
    const base = { _id: record._id, _version: record._version, [field.fieldName]: record[field.fieldName] };
    work.current.form = {
      storageKey,
      userId,
      module: module.name,
      recordId: record._id,
      title: `${field.label}, ${recordName(module, record)}`,
      at: Date.now(),
      base,
      draft: { [field.fieldName]: value },
      unconfirmedSave: undefined,
    };
    work.current.timer = setTimeout(keepNow.current, DEBOUNCE_MILLISECONDS);
  };
  return { update, discard };
}

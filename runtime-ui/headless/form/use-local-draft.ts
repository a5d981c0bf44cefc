import { useEffect, useRef } from 'react';
import type { FieldView, ModuleView } from '#engine/model';
import { useSession } from '../../client/index.ts';
import {
  formDialogDraftKey,
  deleteLocalDraft,
  draftKey,
  saveLocalDraft,
  claimLocalDraft,
  type LocalDraft,
  type RecordRef,
  type UnconfirmedSave,
} from '../local-state/local-drafts.ts';
import { changedFields } from './draft.ts';
import type { FormState } from './form-state.ts';
import type { UnconfirmedSaveStore } from './save-idempotently.ts';

/** Milliseconds without a change after which the draft is stored. */
const DEBOUNCE_MILLISECONDS = 400;

interface LocalDraftInput {
  readonly module: ModuleView;
  readonly state: FormState;
  /** The state including text that is still being typed. */
  readonly readTyped: () => FormState;
  readonly isTyping: () => boolean;
  readonly isDirty: boolean;
  /** The title of the form; undefined: it is not stored. */
  readonly title: string | undefined;
  /** The record that the form was opened with. */
  readonly recordId: string | undefined;
  /** The record of the page that contains the form. */
  readonly hostRecord: RecordRef | undefined;
  readonly isInDialog: boolean;
  /** Whether a stored draft belongs to this form. */
  readonly isMatching: (kept: LocalDraft) => boolean;
  readonly onFound: (kept: LocalDraft) => void;
}

export interface LocalDraftHandle {
  readonly unconfirmedStore: UnconfirmedSaveStore;
  /** Deletes the stored draft: it was saved, or the user discarded it. */
  readonly discard: () => void;
}

const isSensitive = (field: FieldView): boolean => field.sensitive === true;

function withoutSensitive<T extends object>(module: ModuleView, values: T): T {
  const secret = new Set(module.fields.filter(isSensitive).map((field) => field.fieldName));
  return Object.fromEntries(Object.entries(values).filter(([name]) => !secret.has(name))) as T;
}

/** A save as it is stored: it lists the redacted fields. */
function redactSave(module: ModuleView, save: UnconfirmedSave): UnconfirmedSave {
  const withheld = module.fields.filter((field) => isSensitive(field) && field.fieldName in save.body).map((field) => field.fieldName);
  return { ...save, body: withoutSensitive(module, save.body), redactedFields: withheld.length === 0 ? save.redactedFields : withheld };
}

/** Stores the input of a form on this device, restores it when the form is opened again, and keeps the save that has no response. */
export function useLocalDraft({
  module,
  state,
  readTyped,
  isTyping,
  isDirty,
  title,
  recordId,
  hostRecord,
  isInDialog,
  isMatching,
  onFound,
}: LocalDraftInput): LocalDraftHandle {
  const userId = useSession((session) => session.user?._id);
  const page = title === undefined || userId === undefined ? undefined : draftKey(userId, module.name, recordId, hostRecord);
  const storageKey = page !== undefined && isInDialog ? formDialogDraftKey(page) : page;
  const work = useRef({
    isRead: false,
    isKept: false,
    timer: undefined as ReturnType<typeof setTimeout> | undefined,
    unanswered: undefined as UnconfirmedSave | undefined,
  });
  const latest = useRef({ title, userId, isMatching, onFound });
  useEffect(() => {
    latest.current = { title, userId, isMatching, onFound };
  });

  const saveNow = async (): Promise<void> => {
    const { title: called, userId: owner } = latest.current;
    const { base, draft } = readTyped();
    if (storageKey === undefined || owner === undefined) return;
    clearTimeout(work.current.timer);
    const { unanswered } = work.current;
    work.current = { ...work.current, timer: undefined, isKept: true };
    await saveLocalDraft({
      storageKey,
      userId: owner,
      module: module.name,
      recordId,
      hostRecord,
      title: called ?? '',
      at: Date.now(),
      base: withoutSensitive(module, base),
      draft: withoutSensitive(module, draft),
      redactedFields: changedFields(module, base, draft)
        .filter(isSensitive)
        .map((field) => field.fieldName),
      unconfirmedSave: unanswered && redactSave(module, unanswered),
    });
  };
  const discard = (): void => {
    clearTimeout(work.current.timer);
    work.current = { ...work.current, timer: undefined, isKept: false, unanswered: undefined };
    if (storageKey !== undefined) void deleteLocalDraft(storageKey);
  };
  const acts = useRef({ saveNow, drop: discard });
  useEffect(() => {
    acts.current = { saveNow, drop: discard };
  });

  useEffect(() => {
    if (storageKey === undefined) return;
    let isCurrent = true;
    void claimLocalDraft(storageKey, (found) => latest.current.isMatching(found)).then((kept) => {
      if (!isCurrent) return;
      work.current = { ...work.current, isRead: true, isKept: kept !== undefined, unanswered: kept?.unconfirmedSave };
      if (kept !== undefined) latest.current.onFound(kept);
    });
    return () => {
      isCurrent = false;
      // Unmounted before the pause, such as by the end of the session: stored now.
      if (work.current.timer !== undefined || isTyping()) void acts.current.saveNow();
    };
  }, [storageKey, isTyping]);

  useEffect(() => {
    if (storageKey === undefined || !work.current.isRead) return;
    clearTimeout(work.current.timer);
    work.current.timer = undefined;
    if (isDirty) work.current.timer = setTimeout(() => void acts.current.saveNow(), DEBOUNCE_MILLISECONDS);
    else if (work.current.isKept && work.current.unanswered === undefined) acts.current.drop();
  }, [storageKey, isDirty, state.draft]);

  const box = useRef<UnconfirmedSaveStore>({
    read: () => work.current.unanswered,
    write: async (save) => {
      work.current.unanswered = save;
      if (save !== undefined) await acts.current.saveNow();
    },
    clear: async () => {
      work.current.unanswered = undefined;
      await acts.current.saveNow();
    },
  });
  return { unconfirmedStore: box.current, discard };
}

import { useEffect, useRef, type RefObject } from 'react';
import type { FieldView, ModuleView } from '#engine/model/wire';
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
  readonly isMatching: (draft: LocalDraft) => boolean;
  readonly onFound: (draft: LocalDraft) => void;
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

type DraftOwner = Pick<LocalDraft, 'storageKey' | 'userId' | 'title' | 'unconfirmedSave'>;

/** The draft as it is stored: without sensitive values, of which only the names of the fields are kept. */
function toLocalDraft({ module, recordId, hostRecord }: LocalDraftInput, owner: DraftOwner, { base, draft }: FormState): LocalDraft {
  return {
    ...owner,
    module: module.name,
    recordId,
    hostRecord,
    at: Date.now(),
    base: withoutSensitive(module, base),
    draft: withoutSensitive(module, draft),
    redactedFields: changedFields(module, base, draft)
      .filter(isSensitive)
      .map((field) => field.fieldName),
    unconfirmedSave: owner.unconfirmedSave && redactSave(module, owner.unconfirmedSave),
  };
}

/** What a form knows about its stored draft between renders. */
interface DraftWork {
  readonly isRead: boolean;
  readonly isStored: boolean;
  timer: ReturnType<typeof setTimeout> | undefined;
  unconfirmedSave: UnconfirmedSave | undefined;
}

interface DraftActions {
  readonly saveNow: () => Promise<void>;
  readonly discard: () => void;
}

/** Stores and deletes the draft. `storageKey` is undefined if the form is not stored. */
function useDraftActions(
  input: LocalDraftInput,
  { storageKey, userId }: { readonly storageKey: string | undefined; readonly userId: string | undefined },
  work: RefObject<DraftWork>,
): DraftActions {
  const latest = useRef({ title: input.title, userId });
  useEffect(() => {
    latest.current = { title: input.title, userId };
  });
  return {
    saveNow: async () => {
      const { title = '', userId: owner } = latest.current;
      const typed = input.readTyped();
      if (storageKey === undefined || owner === undefined) return;
      clearTimeout(work.current.timer);
      const { unconfirmedSave } = work.current;
      work.current = { ...work.current, timer: undefined, isStored: true };
      await saveLocalDraft(toLocalDraft(input, { storageKey, userId: owner, title, unconfirmedSave }, typed));
    },
    discard: () => {
      clearTimeout(work.current.timer);
      work.current = { ...work.current, timer: undefined, isStored: false, unconfirmedSave: undefined };
      if (storageKey !== undefined) void deleteLocalDraft(storageKey);
    },
  };
}

/** Restores the stored draft when the form is opened, and stores it at once when the form is closed while it is being changed. */
function useStoredDraft(
  { isTyping, isMatching, onFound }: LocalDraftInput,
  storageKey: string | undefined,
  work: RefObject<DraftWork>,
  actions: RefObject<DraftActions>,
): void {
  const latest = useRef({ isMatching, onFound });
  useEffect(() => {
    latest.current = { isMatching, onFound };
  });
  useEffect(() => {
    if (storageKey === undefined) return;
    let isCurrent = true;
    void claimLocalDraft(storageKey, (found) => latest.current.isMatching(found)).then((draft) => {
      if (!isCurrent) return;
      work.current = { ...work.current, isRead: true, isStored: draft !== undefined, unconfirmedSave: draft?.unconfirmedSave };
      if (draft !== undefined) latest.current.onFound(draft);
    });
    return () => {
      isCurrent = false;
      // Unmounted before the pause, such as by the end of the session: stored now.
      if (work.current.timer !== undefined || isTyping()) void actions.current.saveNow();
    };
  }, [storageKey, isTyping, work, actions]);
}

/** Stores the input of a form on this device, restores it when the form is opened again, and keeps the save that has no response. */
export function useLocalDraft(input: LocalDraftInput): LocalDraftHandle {
  const { module, state, isDirty, title, recordId, hostRecord, isInDialog } = input;
  const userId = useSession((session) => session.user?._id);
  const page = title === undefined || userId === undefined ? undefined : draftKey(userId, module.name, recordId, hostRecord);
  const storageKey = page !== undefined && isInDialog ? formDialogDraftKey(page) : page;
  const work = useRef<DraftWork>({ isRead: false, isStored: false, timer: undefined, unconfirmedSave: undefined });
  const { saveNow, discard } = useDraftActions(input, { storageKey, userId }, work);
  const actions = useRef<DraftActions>({ saveNow, discard });
  useEffect(() => {
    actions.current = { saveNow, discard };
  });
  useStoredDraft(input, storageKey, work, actions);

  useEffect(() => {
    if (storageKey === undefined || !work.current.isRead) return;
    clearTimeout(work.current.timer);
    work.current.timer = undefined;
    if (isDirty) work.current.timer = setTimeout(() => void actions.current.saveNow(), DEBOUNCE_MILLISECONDS);
    else if (work.current.isStored && work.current.unconfirmedSave === undefined) actions.current.discard();
  }, [storageKey, isDirty, state.draft]);

  const unconfirmedStore = useRef<UnconfirmedSaveStore>({
    read: () => work.current.unconfirmedSave,
    write: async (save) => {
      work.current.unconfirmedSave = save;
      if (save !== undefined) await actions.current.saveNow();
    },
    clear: async () => {
      work.current.unconfirmedSave = undefined;
      await actions.current.saveNow();
    },
  });
  return { unconfirmedStore: unconfirmedStore.current, discard };
}

import { useEffect, useRef } from 'react';
import type { FieldView, ModuleView } from '#engine/model';
import { useSession } from '../../client/index.ts';
import { dialogPlace, dropForm, formPlace, keepForm, takeForm, type KeptForm, type RecordPlace, type UnansweredSave } from '../kept/kept-forms.ts';
import { changedFields } from './draft.ts';
import type { FormState } from './form-state.ts';
import type { UnansweredBox } from './send-once.ts';

/** What is typed is written down once the hands rest this long. */
const REST_MILLISECONDS = 400;

interface KeptFormInput {
  readonly module: ModuleView;
  readonly state: FormState;
  /** The state with what is still being typed. */
  readonly readTyped: () => FormState;
  readonly isTyping: () => boolean;
  readonly isDirty: boolean;
  /** What the form is called; undefined: it is not kept. */
  readonly title: string | undefined;
  /** The record that the form was opened with. */
  readonly recordId: string | undefined;
  /** The record beside whose page it stands. */
  readonly beside: RecordPlace | undefined;
  readonly isInDialog: boolean;
  /** Whether what was kept at its place is of this form. */
  readonly isMeant: (kept: KeptForm) => boolean;
  readonly onFound: (kept: KeptForm) => void;
}

export interface FormKeeper {
  readonly box: UnansweredBox;
  /** Gives up what is kept: it was saved, or its author left it. */
  readonly drop: () => void;
}

const isSensitive = (field: FieldView): boolean => field.sensitive === true;

function withoutSensitive<T extends object>(module: ModuleView, values: T): T {
  const secret = new Set(module.fields.filter(isSensitive).map((field) => field.fieldName));
  return Object.fromEntries(Object.entries(values).filter(([name]) => !secret.has(name))) as T;
}

/** A save as it is written down: it says which fields it lacks. */
function withheldSave(module: ModuleView, save: UnansweredSave): UnansweredSave {
  const withheld = module.fields.filter((field) => isSensitive(field) && field.fieldName in save.body).map((field) => field.fieldName);
  return { ...save, body: withoutSensitive(module, save.body), withheld: withheld.length === 0 ? save.withheld : withheld };
}

/** Keeps what is typed into a form on this device, hands it back when the form is opened anew, and holds the save that has no answer. */
export function useKeptForm({ module, state, readTyped, isTyping, isDirty, title, recordId, beside, isInDialog, isMeant, onFound }: KeptFormInput): FormKeeper {
  const userId = useSession((session) => session.user?._id);
  const page = title === undefined || userId === undefined ? undefined : formPlace(userId, module.name, recordId, beside);
  const place = page !== undefined && isInDialog ? dialogPlace(page) : page;
  const work = useRef({ isRead: false, isKept: false, timer: undefined as ReturnType<typeof setTimeout> | undefined, unanswered: undefined as UnansweredSave | undefined });
  const latest = useRef({ title, userId, isMeant, onFound });
  useEffect(() => { latest.current = { title, userId, isMeant, onFound }; });

  const keepNow = async (): Promise<void> => {
    const { title: called, userId: owner } = latest.current;
    const { base, draft } = readTyped();
    if (place === undefined || owner === undefined) return;
    clearTimeout(work.current.timer);
    const { unanswered } = work.current;
    work.current = { ...work.current, timer: undefined, isKept: true };
    await keepForm({
      place, userId: owner, module: module.name, recordId, beside, title: called ?? '', at: Date.now(), base: withoutSensitive(module, base), draft: withoutSensitive(module, draft),
      withheld: changedFields(module, base, draft).filter(isSensitive).map((field) => field.fieldName),
      unanswered: unanswered && withheldSave(module, unanswered),
    });
  };
  const drop = (): void => {
    clearTimeout(work.current.timer);
    work.current = { ...work.current, timer: undefined, isKept: false, unanswered: undefined };
    if (place !== undefined) void dropForm(place);
  };
  const acts = useRef({ keepNow, drop });
  useEffect(() => { acts.current = { keepNow, drop }; });

  useEffect(() => {
    if (place === undefined) return;
    let isCurrent = true;
    void takeForm(place, (found) => latest.current.isMeant(found)).then((kept) => {
      if (!isCurrent) return;
      work.current = { ...work.current, isRead: true, isKept: kept !== undefined, unanswered: kept?.unanswered };
      if (kept !== undefined) latest.current.onFound(kept);
    });
    return () => {
      isCurrent = false;
      // Left before the hands rested, by the end of the session: written now.
      if (work.current.timer !== undefined || isTyping()) void acts.current.keepNow();
    };
  }, [place, isTyping]);

  useEffect(() => {
    if (place === undefined || !work.current.isRead) return;
    clearTimeout(work.current.timer);
    work.current.timer = undefined;
    if (isDirty) work.current.timer = setTimeout(() => void acts.current.keepNow(), REST_MILLISECONDS);
    else if (work.current.isKept && work.current.unanswered === undefined) acts.current.drop();
  }, [place, isDirty, state.draft]);

  const box = useRef<UnansweredBox>({
    read: () => work.current.unanswered,
    write: async (save) => {
      work.current.unanswered = save;
      if (save !== undefined) await acts.current.keepNow();
    },
    forget: async () => {
      work.current.unanswered = undefined;
      await acts.current.keepNow();
    },
  });
  return { box: box.current, drop };
}

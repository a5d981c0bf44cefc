import type { JsonObject, JsonValue } from '#engine/model';

/** A save that was sent and whose answer never came: sent again with the same key it is not made twice. */
export interface UnconfirmedSave {
  /** The Idempotency-Key that it was sent with. */
  readonly key: string;
  /** The record that it changes; undefined: it makes a new one. */
  readonly id: string | undefined;
  readonly body: JsonObject;
  readonly duplicates: 'allow' | undefined;
  /** Sensitive fields that it was sent with and that `body` lacks here. */
  readonly redactedFields?: readonly string[] | undefined;
}

/** What follows a place whose form gave way to another, or stands in a dialog over it. */
const SET_ASIDE_SUFFIX = '~';

/** A record, by its module and id. */
export interface RecordRef {
  readonly module: string;
  readonly recordId: string;
}

/** What was typed into a form, kept on this device until it is saved or given up. */
export interface LocalDraft {
  /** User, tab, module, record and what it stands beside; see {@link draftKey}. */
  readonly storageKey: string;
  readonly userId: string;
  readonly module: string;
  /** Undefined: the form of a new record. */
  readonly recordId: string | undefined;
  /** The record on whose page the form stands, as a composer does; undefined: it has a page of its own. */
  readonly hostRecord?: RecordRef | undefined;
  /** What the form is called in a notice. */
  readonly title: string;
  /** The record as it was when typing began, with its version; {} for a new one. */
  readonly base: { readonly [field: string]: JsonValue | undefined };
  /** Without the fields marked sensitive: those are not written to a disk that we do not seal. */
  readonly draft: { readonly [field: string]: JsonValue | undefined };
  /** The sensitive fields that something was typed into. */
  readonly redactedFields?: readonly string[] | undefined;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly unconfirmedSave: UnconfirmedSave | undefined;
}

const DATABASE = 'muster';
const DRAFTS_STORE = 'forms';
const TAB = 'muster-tab';
/** What nobody came back for in a week is dropped. */
const MAX_AGE_MILLISECONDS = 7 * 86_400_000;

function readTabId(): string {
  try {
    const kept = sessionStorage.getItem(TAB);
    if (kept !== null) return kept;
    const made = Math.random().toString(36).slice(2);
    sessionStorage.setItem(TAB, made);
    return made;
  } catch {
    return 'tab';
  }
}

/** Where a form is kept: each tab its own, so that two forms for new records do not mix; a reload or a new sign-in finds it again. */
export function draftKey(userId: string, module: string, recordId: string | undefined, beside?: RecordRef): string {
  return [userId, readTabId(), module, recordId ?? '', ...(beside === undefined ? [] : [beside.module, beside.recordId])].join('/');
}

function toPromise<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new DOMException('IndexedDB failed'));
  });
}

async function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(DRAFTS_STORE, { keyPath: 'place' });
  return toPromise(request);
}

/** Works on the kept forms; a browser that forbids or lacks IndexedDB answers `otherwise`, and typing goes on. */
async function withDraftStore<T>(mode: IDBTransactionMode, otherwise: T, act: (forms: IDBObjectStore) => Promise<T>): Promise<T> {
  if (globalThis.indexedDB === undefined) return otherwise;
  try {
    const database = await openDatabase();
    try {
      return await act(database.transaction(DRAFTS_STORE, mode).objectStore(DRAFTS_STORE));
    } finally {
      database.close();
    }
  } catch (error) {
    console.warn('What is typed cannot be stored on this device.', error);
    return otherwise;
  }
}

/** Keeps a form; an earlier one of the same place is replaced. */
export async function saveLocalDraft(form: LocalDraft): Promise<void> {
  await withDraftStore('readwrite', undefined, async (forms) => { await toPromise(forms.put(form)); });
}

const DIALOG_SUFFIX = `${SET_ASIDE_SUFFIX}dialog`;

/** The place of a form in a dialog: it may stand over the page of such a form. */
export function formDialogDraftKey(place: string): string {
  return `${place}${DIALOG_SUFFIX}`;
}

/** Whether a form was kept by a dialog. */
export function isDialogDraft({ storageKey }: LocalDraft): boolean {
  return storageKey.includes(DIALOG_SUFFIX);
}

const FIELD_EDIT_SUFFIX = `${SET_ASIDE_SUFFIX}field:`;

/** The place of an edit of one field, at that of its record's form. */
export function fieldEditDraftKey(place: string, fieldName: string): string {
  return `${place}${FIELD_EDIT_SUFFIX}${fieldName}`;
}

/** Whether an edit of one field was cut off in this tab. */
export function isInterruptedEdit({ storageKey, userId }: LocalDraft): boolean {
  return storageKey.includes(FIELD_EDIT_SUFFIX) && storageKey.startsWith(`${userId}/${readTabId()}/`);
}

/** All that is kept from one place on to another, in the order of places. */
export function readDraftRange(first: string, last: string): Promise<readonly LocalDraft[]> {
  return withDraftStore<readonly LocalDraft[]>('readonly', [], (forms) => toPromise(forms.getAll(IDBKeyRange.bound(first, last)) as IDBRequest<LocalDraft[]>));
}

/** The forms kept at a place: the one that is there, then those set aside, newest first. */
async function readDraftsAt(place: string): Promise<readonly LocalDraft[]> {
  const aside = `${place}${SET_ASIDE_SUFFIX}`;
  const kept = await readDraftRange(place, `${aside}\uffff`);
  const others = kept.filter((form) => form.storageKey.startsWith(aside)).sort((one, two) => two.at - one.at);
  return [...kept.filter((form) => form.storageKey === place), ...others];
}

/** The form kept at a place that is the one meant. Another that is there is set aside: what will be typed does not take its place. */
export async function claimLocalDraft(place: string, isMeant: (form: LocalDraft) => boolean): Promise<LocalDraft | undefined> {
  const forms = await readDraftsAt(place);
  const meant = forms.find(isMeant);
  for (const form of forms) if (form !== meant && form.storageKey === place) await moveDraft(form, `${place}${SET_ASIDE_SUFFIX}${form.at}`);
  if (meant !== undefined) await moveDraft(meant, place);
  return meant;
}

async function moveDraft(form: LocalDraft, storageKey: string): Promise<void> {
  if (storageKey === form.storageKey) return;
  await saveLocalDraft({ ...form, storageKey });
  await deleteLocalDraft(form.storageKey);
}

/** Gives up what is kept at a place. */
export async function deleteLocalDraft(place: string): Promise<void> {
  await withDraftStore('readwrite', undefined, async (forms) => { await toPromise(forms.delete(place)); });
}

/** All kept forms of a user, newest first; those too old are dropped on the way. */
export function listLocalDrafts(userId: string, now = Date.now()): Promise<readonly LocalDraft[]> {
  return withDraftStore<readonly LocalDraft[]>('readwrite', [], async (forms) => {
    const all = await toPromise(forms.getAll() as IDBRequest<LocalDraft[]>);
    for (const form of all) if (now - form.at > MAX_AGE_MILLISECONDS) forms.delete(form.storageKey);
    return all.filter((form) => form.userId === userId && now - form.at <= MAX_AGE_MILLISECONDS).sort((one, two) => two.at - one.at);
  });
}

/** Brings a form that another tab kept into this one, where its page then finds it. */
export async function adoptLocalDraft(form: LocalDraft): Promise<void> {
  const place = draftKey(form.userId, form.module, form.recordId, form.hostRecord);
  await claimLocalDraft(place, (one) => one.storageKey === form.storageKey);
  await moveDraft(form, place);
}

/** Drops what a user typed and gave up by signing out; a save that had no answer stays, for it may not be lost. */
export async function deleteLocalDraftsOf(userId: string): Promise<void> {
  for (const form of await listLocalDrafts(userId)) if (form.unconfirmedSave === undefined) await deleteLocalDraft(form.storageKey);
}

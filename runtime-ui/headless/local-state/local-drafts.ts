import type { JsonObject, JsonValue } from '#engine/model/values';
import { readPreviewTab } from '../../client/index.ts';

/** A save that was sent without receiving a response: sent again with the same key, it is executed once. */
export interface UnconfirmedSave {
  /** The Idempotency-Key of the request. */
  readonly key: string;
  /** The record to change; undefined: it creates a new one. */
  readonly id: string | undefined;
  readonly body: JsonObject;
  readonly duplicates: 'allow' | undefined;
  /** Sensitive fields that the request contained and that `body` here lacks. */
  readonly redactedFields?: readonly string[] | undefined;
}

/** Suffix of storage keys for drafts that were set aside, or that belong to a dialog above the form. */
const SET_ASIDE_SUFFIX = '~';

/** A record, by its module and id. */
export interface RecordRef {
  /** Name of the module. */
  readonly module: string;
  /** Id of the record. */
  readonly recordId: string;
}

/** The input of a form, stored on this device until it is saved or discarded. */
export interface LocalDraft {
  /** User, tab, module, record and host record; see {@link draftKey}. */
  readonly storageKey: string;
  readonly userId: string;
  readonly module: string;
  /** Undefined: the form of a new record. */
  readonly recordId: string | undefined;
  /** The record of the page that contains the form, such as a composer; undefined: the form has its own page. */
  readonly hostRecord?: RecordRef | undefined;
  /** The title of the form in a notice. */
  readonly title: string;
  /** The record when typing began, with its version; {} for a new one. */
  readonly base: { readonly [field: string]: JsonValue | undefined };
  /** Without sensitive fields: those are not written to a disk without encryption. */
  readonly draft: { readonly [field: string]: JsonValue | undefined };
  /** The sensitive fields that had input. */
  readonly redactedFields?: readonly string[] | undefined;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly unconfirmedSave: UnconfirmedSave | undefined;
}

const DATABASE = 'muster';
const DRAFTS_STORE = 'drafts';
/** The store of version 1 of the database, whose entries have other properties. */
const OLD_STORE = 'forms';
const TAB = 'muster-tab';
/** Drafts older than a week are deleted. */
const MAX_AGE_MILLISECONDS = 7 * 86_400_000;

function readTabId(): string {
  try {
    const stored = sessionStorage.getItem(TAB);
    if (stored !== null) return stored;
    const made = Math.random().toString(36).slice(2);
    sessionStorage.setItem(TAB, made);
    return made;
  } catch {
    return 'tab';
  }
}

/**
 * The storage key of a form: each tab has its own, so that two forms for new records do not mix; a reload or a new sign-in finds it again.
 */
export function draftKey(userId: string, module: string, recordId: string | undefined, hostRecord?: RecordRef): string {
  return [userId, readTabId(), module, recordId ?? '', ...(hostRecord === undefined ? [] : [hostRecord.module, hostRecord.recordId])].join(
    '/',
  );
}

function toPromise<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new DOMException('IndexedDB failed'));
  });
}

async function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 2);
  request.onupgradeneeded = () => {
    const { result: database } = request;
    if (database.objectStoreNames.contains(OLD_STORE)) database.deleteObjectStore(OLD_STORE);
    database.createObjectStore(DRAFTS_STORE, { keyPath: 'storageKey' });
  };
  return toPromise(request);
}

/** Runs an operation on the stored drafts; if the browser forbids or lacks IndexedDB, it returns `otherwise`, and the form still works. */
async function withDraftStore<T>(mode: IDBTransactionMode, otherwise: T, act: (forms: IDBObjectStore) => Promise<T>): Promise<T> {
  // What is typed in a preview must not appear in the forms of the product.
  if (globalThis.indexedDB === undefined || readPreviewTab() !== undefined) return otherwise;
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

/** Stores a draft; an earlier one with the same key is replaced. */
export async function saveLocalDraft(form: LocalDraft): Promise<void> {
  await withDraftStore('readwrite', undefined, async (forms) => {
    await toPromise(forms.put(form));
  });
}

const DIALOG_SUFFIX = `${SET_ASIDE_SUFFIX}dialog`;

/** The storage key of a form in a dialog, which may be above the page of such a form. */
export function formDialogDraftKey(place: string): string {
  return `${place}${DIALOG_SUFFIX}`;
}

/** Whether a draft was stored by a dialog. */
export function isDialogDraft({ storageKey }: LocalDraft): boolean {
  return storageKey.includes(DIALOG_SUFFIX);
}

const FIELD_EDIT_SUFFIX = `${SET_ASIDE_SUFFIX}field:`;

/** The storage key of an edit of one field, next to the key of its record's form. */
export function fieldEditDraftKey(place: string, fieldName: string): string {
  return `${place}${FIELD_EDIT_SUFFIX}${fieldName}`;
}

/** Whether an edit of one field was interrupted in this tab. */
export function isInterruptedEdit({ storageKey, userId }: LocalDraft): boolean {
  return storageKey.includes(FIELD_EDIT_SUFFIX) && storageKey.startsWith(`${userId}/${readTabId()}/`);
}

/** All drafts in a range of storage keys, in key order. */
export function readDraftRange(first: string, last: string): Promise<readonly LocalDraft[]> {
  return withDraftStore<readonly LocalDraft[]>('readonly', [], (forms) =>
    toPromise(forms.getAll(IDBKeyRange.bound(first, last)) as IDBRequest<LocalDraft[]>),
  );
}

/** The drafts of a storage key: the current one, then those set aside, newest first. */
async function readDraftsAt(place: string): Promise<readonly LocalDraft[]> {
  const aside = `${place}${SET_ASIDE_SUFFIX}`;
  const drafts = await readDraftRange(place, `${aside}\uffff`);
  const others = drafts.filter((form) => form.storageKey.startsWith(aside)).sort((one, two) => two.at - one.at);
  return [...drafts.filter((form) => form.storageKey === place), ...others];
}

/** Returns the matching draft of a storage key. Another current draft is set aside, so that new input does not overwrite it. */
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

/** Deletes the drafts of a storage key. */
export async function deleteLocalDraft(place: string): Promise<void> {
  await withDraftStore('readwrite', undefined, async (forms) => {
    await toPromise(forms.delete(place));
  });
}

/** All drafts of a user, newest first; expired ones are deleted. */
export function listLocalDrafts(userId: string, now = Date.now()): Promise<readonly LocalDraft[]> {
  return withDraftStore<readonly LocalDraft[]>('readwrite', [], async (forms) => {
    const all = await toPromise(forms.getAll() as IDBRequest<LocalDraft[]>);
    for (const form of all) if (now - form.at > MAX_AGE_MILLISECONDS) forms.delete(form.storageKey);
    return all.filter((form) => form.userId === userId && now - form.at <= MAX_AGE_MILLISECONDS).sort((one, two) => two.at - one.at);
  });
}

/** Moves a draft of another tab to this one, where its page then finds it. */
export async function adoptLocalDraft(form: LocalDraft): Promise<void> {
  const place = draftKey(form.userId, form.module, form.recordId, form.hostRecord);
  await claimLocalDraft(place, (one) => one.storageKey === form.storageKey);
  await moveDraft(form, place);
}

/** Deletes the drafts of a user who signs out; saves without a response are kept, because they must not be lost. */
export async function deleteLocalDraftsOf(userId: string): Promise<void> {
  for (const form of await listLocalDrafts(userId)) if (form.unconfirmedSave === undefined) await deleteLocalDraft(form.storageKey);
}

import type { JsonObject, JsonValue } from '#engine/model';

/** A save that was sent and whose answer never came: sent again with the same key it is not made twice. */
export interface UnansweredSave {
  /** The Idempotency-Key that it was sent with. */
  readonly key: string;
  /** The record that it changes; undefined: it makes a new one. */
  readonly id: string | undefined;
  readonly body: JsonObject;
  readonly duplicates: 'allow' | undefined;
  /** Sensitive fields that it was sent with and that `body` lacks here. */
  readonly withheld?: readonly string[] | undefined;
}

/** What follows a place whose form gave way to another, or stands in a dialog over it. */
const ASIDE = '~';

/** A record, by its module and id. */
export interface RecordPlace {
  readonly module: string;
  readonly recordId: string;
}

/** What was typed into a form, kept on this device until it is saved or given up. */
export interface KeptForm {
  /** User, tab, module, record and what it stands beside; see {@link formPlace}. */
  readonly place: string;
  readonly userId: string;
  readonly module: string;
  /** Undefined: the form of a new record. */
  readonly recordId: string | undefined;
  /** The record on whose page the form stands, as a composer does; undefined: it has a page of its own. */
  readonly beside?: RecordPlace | undefined;
  /** What the form is called in a notice. */
  readonly title: string;
  /** The record as it was when typing began, with its version; {} for a new one. */
  readonly base: { readonly [field: string]: JsonValue | undefined };
  /** Without the fields marked sensitive: those are not written to a disk that we do not seal. */
  readonly draft: { readonly [field: string]: JsonValue | undefined };
  /** The sensitive fields that something was typed into. */
  readonly withheld?: readonly string[] | undefined;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly unanswered: UnansweredSave | undefined;
}

const DATABASE = 'muster';
const FORMS = 'forms';
const TAB = 'muster-tab';
/** What nobody came back for in a week is dropped. */
const LONGEST = 7 * 86_400_000;

function readTab(): string {
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
export function formPlace(userId: string, module: string, recordId: string | undefined, beside?: RecordPlace): string {
  return [userId, readTab(), module, recordId ?? '', ...(beside === undefined ? [] : [beside.module, beside.recordId])].join('/');
}

function finish<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new DOMException('IndexedDB failed'));
  });
}

async function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(FORMS, { keyPath: 'place' });
  return finish(request);
}

/** Works on the kept forms; a browser that forbids or lacks IndexedDB answers `otherwise`, and typing goes on. */
async function onForms<T>(mode: IDBTransactionMode, otherwise: T, act: (forms: IDBObjectStore) => Promise<T>): Promise<T> {
  if (globalThis.indexedDB === undefined) return otherwise;
  try {
    const database = await openDatabase();
    try {
      return await act(database.transaction(FORMS, mode).objectStore(FORMS));
    } finally {
      database.close();
    }
  } catch (error) {
    console.warn('What is typed cannot be kept on this device.', error);
    return otherwise;
  }
}

/** Keeps a form; an earlier one of the same place is replaced. */
export async function keepForm(form: KeptForm): Promise<void> {
  await onForms('readwrite', undefined, async (forms) => { await finish(forms.put(form)); });
}

const DIALOG = `${ASIDE}dialog`;

/** The place of a form in a dialog: it may stand over the page of such a form. */
export function dialogPlace(place: string): string {
  return `${place}${DIALOG}`;
}

/** Whether a form was kept by a dialog. */
export function isOfDialog({ place }: KeptForm): boolean {
  return place.includes(DIALOG);
}

const EDIT = `${ASIDE}field:`;

/** The place of an edit of one field, at that of its record's form. */
export function editPlace(place: string, fieldName: string): string {
  return `${place}${EDIT}${fieldName}`;
}

/** Whether an edit of one field was cut off in this tab. */
export function isCutOff({ place, userId }: KeptForm): boolean {
  return place.includes(EDIT) && place.startsWith(`${userId}/${readTab()}/`);
}

/** All that is kept from one place on to another, in the order of places. */
export function readBetween(first: string, last: string): Promise<readonly KeptForm[]> {
  return onForms<readonly KeptForm[]>('readonly', [], (forms) => finish(forms.getAll(IDBKeyRange.bound(first, last)) as IDBRequest<KeptForm[]>));
}

/** The forms kept at a place: the one that is there, then those set aside, newest first. */
async function readForms(place: string): Promise<readonly KeptForm[]> {
  const aside = `${place}${ASIDE}`;
  const kept = await readBetween(place, `${aside}\uffff`);
  const others = kept.filter((form) => form.place.startsWith(aside)).sort((one, two) => two.at - one.at);
  return [...kept.filter((form) => form.place === place), ...others];
}

/** The form kept at a place that is the one meant. Another that is there is set aside: what will be typed does not take its place. */
export async function takeForm(place: string, isMeant: (form: KeptForm) => boolean): Promise<KeptForm | undefined> {
  const forms = await readForms(place);
  const meant = forms.find(isMeant);
  for (const form of forms) if (form !== meant && form.place === place) await moveForm(form, `${place}${ASIDE}${form.at}`);
  if (meant !== undefined) await moveForm(meant, place);
  return meant;
}

async function moveForm(form: KeptForm, place: string): Promise<void> {
  if (place === form.place) return;
  await keepForm({ ...form, place });
  await dropForm(form.place);
}

/** Gives up what is kept at a place. */
export async function dropForm(place: string): Promise<void> {
  await onForms('readwrite', undefined, async (forms) => { await finish(forms.delete(place)); });
}

/** All kept forms of a user, newest first; those too old are dropped on the way. */
export function listForms(userId: string, now = Date.now()): Promise<readonly KeptForm[]> {
  return onForms<readonly KeptForm[]>('readwrite', [], async (forms) => {
    const all = await finish(forms.getAll() as IDBRequest<KeptForm[]>);
    for (const form of all) if (now - form.at > LONGEST) forms.delete(form.place);
    return all.filter((form) => form.userId === userId && now - form.at <= LONGEST).sort((one, two) => two.at - one.at);
  });
}

/** Brings a form that another tab kept into this one, where its page then finds it. */
export async function adoptForm(form: KeptForm): Promise<void> {
  const place = formPlace(form.userId, form.module, form.recordId, form.beside);
  await takeForm(place, (one) => one.place === form.place);
  await moveForm(form, place);
}

/** Drops what a user typed and gave up by signing out; a save that had no answer stays, for it may not be lost. */
export async function dropFormsOf(userId: string): Promise<void> {
  for (const form of await listForms(userId)) if (form.unanswered === undefined) await dropForm(form.place);
}

import type { JsonValue } from '#engine/model';
import { draftKey, readDraftRange, type LocalDraft } from './local-drafts.ts';

/** A dialog whose choices outlive a reload and the end of the session. */
export type DialogDraftName = 'filter' | 'mass-update' | 'merge';

/** What was chosen in a dialog. */
export interface DialogDraft {
  /** The records that it is about; none where it is about no chosen ones. */
  readonly ids: readonly string[];
  /** Its own, without what is sensitive. */
  readonly choices: { readonly [name: string]: JsonValue | undefined };
  /** The sensitive fields that something was chosen for. */
  readonly redactedFields: readonly string[];
}

export interface NamedDialogDraft extends DialogDraft {
  readonly name: DialogDraftName;
}

/** No record has such an id. */
const DIALOG = 'dialog:';

/** Where the choices of a dialog of a module are kept. `isOfForm`: it stands over a form, which leads to it again. */
export function dialogDraftKey(userId: string, module: string, name: DialogDraftName, isOverForm: boolean): string {
  return `${draftKey(userId, module, undefined)}${DIALOG}${name}${isOverForm ? ':form' : ''}`;
}

/** A dialog as it is written down: beside the forms, so that signing out and a week's age drop it with them. */
export function toLocalDraft(storageKey: string, userId: string, module: string, { ids, choices, redactedFields }: DialogDraft): LocalDraft {
  return { storageKey, userId, module, recordId: undefined, title: '', base: {}, draft: { ...choices, ids }, redactedFields, at: Date.now(), unconfirmedSave: undefined };
}

function toDialogDraft({ draft: { ids, ...choices }, redactedFields }: LocalDraft): DialogDraft {
  return { ids: Array.isArray(ids) ? (ids as readonly string[]) : [], choices, redactedFields: redactedFields ?? [] };
}

/** What was chosen in a dialog over a form when it was cut off; undefined when nothing was. */
export async function readDialogDraft(userId: string, module: string, name: DialogDraftName, isOverForm: boolean): Promise<DialogDraft | undefined> {
  const place = dialogDraftKey(userId, module, name, isOverForm);
  const [kept] = await readDraftRange(place, place);
  return kept && toDialogDraft(kept);
}

/** The dialog over the list of a module that was cut off last in this tab. */
export async function findInterruptedDialog(userId: string, module: string): Promise<NamedDialogDraft | undefined> {
  const begin = `${draftKey(userId, module, undefined)}${DIALOG}`;
  const kept = (await readDraftRange(begin, `${begin}\uffff`)).filter(({ storageKey }) => !storageKey.endsWith(':form'));
  const [last] = [...kept].sort((one, two) => two.at - one.at);
  return last && { ...toDialogDraft(last), name: last.storageKey.slice(begin.length) as DialogDraftName };
}

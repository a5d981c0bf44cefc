import type { JsonValue } from '#engine/model/values';
import { draftKey, readDraftRange, type LocalDraft } from './local-drafts.ts';

/** A dialog whose choices are kept across a reload and the end of the session. */
export type DialogDraftName = 'filter' | 'mass-update' | 'merge';

/** The choices of a dialog. */
export interface DialogDraft {
  /** The records of the dialog; empty if it is not for selected records. */
  readonly ids: readonly string[];
  /** Its choices, without sensitive fields. */
  readonly choices: { readonly [name: string]: JsonValue | undefined };
  /** The sensitive fields that had a choice. */
  readonly redactedFields: readonly string[];
}

export interface NamedDialogDraft extends DialogDraft {
  readonly name: DialogDraftName;
}

/** A prefix that no record id has. */
const DIALOG = 'dialog:';

/** The storage key of a dialog's choices. `isOverForm`: it is shown above a form, which opens it again. */
export function dialogDraftKey(userId: string, module: string, name: DialogDraftName, isOverForm: boolean): string {
  return `${draftKey(userId, module, undefined)}${DIALOG}${name}${isOverForm ? ':form' : ''}`;
}

/** A dialog as a local draft: stored with the forms, so that signing out and the one-week limit delete it too. */
export function toLocalDraft(
  storageKey: string,
  userId: string,
  module: string,
  { ids, choices, redactedFields }: DialogDraft,
): LocalDraft {
  return {
    storageKey,
    userId,
    module,
    recordId: undefined,
    title: '',
    base: {},
    draft: { ...choices, ids },
    redactedFields,
    at: Date.now(),
    unconfirmedSave: undefined,
  };
}

function toDialogDraft({ draft: { ids, ...choices }, redactedFields }: LocalDraft): DialogDraft {
  return { ids: Array.isArray(ids) ? (ids as readonly string[]) : [], choices, redactedFields: redactedFields ?? [] };
}

/** The choices of an interrupted dialog above a form; undefined if there are none. */
export async function readDialogDraft(
  userId: string,
  module: string,
  name: DialogDraftName,
  isOverForm: boolean,
): Promise<DialogDraft | undefined> {
  const place = dialogDraftKey(userId, module, name, isOverForm);
  const [draft] = await readDraftRange(place, place);
  return draft && toDialogDraft(draft);
}

/** The last interrupted dialog above the list of a module in this tab. */
export async function findInterruptedDialog(userId: string, module: string): Promise<NamedDialogDraft | undefined> {
  const begin = `${draftKey(userId, module, undefined)}${DIALOG}`;
  const drafts = (await readDraftRange(begin, `${begin}\uffff`)).filter(({ storageKey }) => !storageKey.endsWith(':form'));
  const [last] = [...drafts].sort((one, two) => two.at - one.at);
  return last && { ...toDialogDraft(last), name: last.storageKey.slice(begin.length) as DialogDraftName };
}

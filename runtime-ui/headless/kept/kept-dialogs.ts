import type { JsonValue } from '#engine/model';
import { formPlace, readBetween, type KeptForm } from './kept-forms.ts';

/** A dialog whose choices outlive a reload and the end of the session. */
export type KeptDialogName = 'filter' | 'mass-update' | 'merge';

/** What was chosen in a dialog. */
export interface DialogWork {
  /** The records that it is about; none where it is about no chosen ones. */
  readonly ids: readonly string[];
  /** Its own, without what is sensitive. */
  readonly choices: { readonly [name: string]: JsonValue | undefined };
  /** The sensitive fields that something was chosen for. */
  readonly withheld: readonly string[];
}

export interface KeptDialog extends DialogWork {
  readonly name: KeptDialogName;
}

/** No record has such an id. */
const DIALOG = 'dialog:';

/** Where the choices of a dialog of a module are kept. `isOfForm`: it stands over a form, which leads to it again. */
export function workPlace(userId: string, module: string, name: KeptDialogName, isOfForm: boolean): string {
  return `${formPlace(userId, module, undefined)}${DIALOG}${name}${isOfForm ? ':form' : ''}`;
}

/** A dialog as it is written down: beside the forms, so that signing out and a week's age drop it with them. */
export function keptDialogForm(place: string, userId: string, module: string, { ids, choices, withheld }: DialogWork): KeptForm {
  return { place, userId, module, recordId: undefined, title: '', base: {}, draft: { ...choices, ids }, withheld, at: Date.now(), unanswered: undefined };
}

function readWork({ draft: { ids, ...choices }, withheld }: KeptForm): DialogWork {
  return { ids: Array.isArray(ids) ? (ids as readonly string[]) : [], choices, withheld: withheld ?? [] };
}

/** What was chosen in a dialog over a form when it was cut off; undefined when nothing was. */
export async function readDialog(userId: string, module: string, name: KeptDialogName, isOfForm: boolean): Promise<DialogWork | undefined> {
  const place = workPlace(userId, module, name, isOfForm);
  const [kept] = await readBetween(place, place);
  return kept && readWork(kept);
}

/** The dialog over the list of a module that was cut off last in this tab. */
export async function findCutOffDialog(userId: string, module: string): Promise<KeptDialog | undefined> {
  const begin = `${formPlace(userId, module, undefined)}${DIALOG}`;
  const kept = (await readBetween(begin, `${begin}\uffff`)).filter(({ place }) => !place.endsWith(':form'));
  const [last] = [...kept].sort((one, two) => two.at - one.at);
  return last && { ...readWork(last), name: last.place.slice(begin.length) as KeptDialogName };
}

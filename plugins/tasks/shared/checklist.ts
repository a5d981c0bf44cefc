import type { JsonValue, RefinedFieldType } from '#engine/model';

/** The most items of a checklist. */
export const MAX_ITEMS = 100;
/** The most characters of an item. */
export const MAX_TEXT = 300;

/** Something to do within a task. */
export interface ChecklistItem {
  /** Given by the product when the item is saved. */
  readonly id?: string;
  readonly text: string;
  readonly done?: boolean;
}

const isItem = (value: JsonValue): value is { readonly text: string } =>
  value !== null && typeof value === 'object' && !Array.isArray(value) && 'text' in value && typeof value.text === 'string';

/** The items of a stored checklist; what is no item is left out. */
export function readChecklist(value: unknown): readonly ChecklistItem[] {
  if (!Array.isArray(value)) return [];
  return (value as readonly JsonValue[]).filter(isItem).map((item: JsonValue & ChecklistItem) => ({
    ...(item.id === undefined ? {} : { id: item.id }),
    text: item.text,
    done: item.done === true,
  }));
}

/** How much of a checklist is done: '2 of 5'; undefined: it has no items. */
export function describeProgress(value: unknown): string | undefined {
  const items = readChecklist(value);
  return items.length === 0 ? undefined : `${items.filter(({ done }) => done).length} of ${items.length}`;
}

/** The items that a task has when it is to be done once more: none of them is done. */
export function resetChecklist(value: unknown): { readonly text: string }[] {
  return readChecklist(value).map(({ text }) => ({ text }));
}

/** Things to do within a record, in their order. */
export const checklistType: RefinedFieldType = {
  name: 'checklist',
  inputType: 'Array',
  normalize(value) {
    const items = readChecklist(value);
    const problem = (code: string, message: string) => ({ ok: false, problems: [{ code, message }] }) as const;
    if (items.length > MAX_ITEMS) return problem('too_many_items', `Use at most ${MAX_ITEMS} items.`);
    if (items.some(({ text }) => text.length > MAX_TEXT))
      return problem('item_too_long', `Use at most ${MAX_TEXT} characters for an item.`);
    return { ok: true, value };
  },
  format: (value) => describeProgress(value) ?? '',
};

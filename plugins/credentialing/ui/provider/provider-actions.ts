import { toText } from '#engine/model';
import { isObject, type RecordData } from '#ui';

/** What a provider does with an item. */
export type ProviderAction = 'upload' | 'sign' | 'date' | 'choose' | 'read' | 'do';

const ACTIONS: { readonly [kind: string]: ProviderAction } = {
  'Uploaded Document': 'upload',
  'Muster Sign Document': 'sign',
  Date: 'date',
  Dropdown: 'choose',
  'Library Resource': 'read',
};

/** What a provider does with an item, by its kind. */
export function actionOf(item: RecordData): ProviderAction {
  return ACTIONS[toText(item['field_type'])] ?? 'do';
}

/** The choices of an item of the kind Dropdown that the item itself lists. */
export function ownOptionsOf(item: RecordData): readonly string[] {
  const options = item['field_options'];
  if (!Array.isArray(options)) return [];
  return options.map((one) => (isObject(one) ? toText(one['label'] ?? one['value']) : toText(one))).filter((label) => label !== '');
}

import type { InputType, LayoutDefinition, LayoutView } from '#engine/model/definitions';
import type { FieldView, ModuleView } from '#engine/model/wire';
import { ADDRESS_PARTS, isRelating, resolveItem, type LayoutItem } from '../../../../headless/index.ts';
import { findPlace } from './layout-edit.ts';

/** Types whose values the user does not enter, or that make no sense for many records. */
const NOT_FOR_MANY: readonly InputType[] = ['AutoIncrement', 'File', 'MessageListField'];
/** Types that nobody searches by. */
const NOT_SEARCHED: readonly InputType[] = ['Object', 'Array', 'MessageListField', 'File'];

/** Whether a layout of the view has a use for the field. */
function suits(view: LayoutView, field: FieldView): boolean {
  switch (view) {
    case 'edit':
    case 'quick-create':
      return !field.system || isRelating(field);
    case 'mass-update':
      return !field.system && field.readOnly !== true && !NOT_FOR_MANY.includes(field.inputType);
    case 'basic-search':
    case 'popup-search':
      return field.filterable && !NOT_SEARCHED.includes(field.inputType);
    default:
      return true;
  }
}

/** The parts of an Address can be columns, search fields and values. */
function partsOf(view: LayoutView, { fieldName, inputType }: FieldView): readonly string[] {
  const hasParts = inputType === 'Address' && view !== 'edit' && view !== 'quick-create' && view !== 'mass-update';
  return hasParts ? ADDRESS_PARTS.map((part) => `${fieldName}.${part}`) : [];
}

/** What can be placed in the layout and is not, in the order of the module's fields. */
export function listPalette(module: ModuleView, layout: LayoutDefinition): readonly LayoutItem[] {
  const { view } = layout;
  return module.fields
    .filter((field) => field.deleted !== true && field.fieldName !== 'deleted' && suits(view, field))
    .flatMap((field) => [field.fieldName, ...partsOf(view, field)])
    .filter((fieldName) => findPlace(layout, fieldName) === undefined)
    .map((fieldName) => resolveItem(module, { fieldName }))
    .filter((item) => item !== undefined);
}

/** The name of an item in the palette: "Address: City" for a part of an Address. */
export function nameItem({ field, part, label }: LayoutItem): string {
  return field === undefined || part === undefined ? label : `${field.label}: ${label}`;
}

/** The items whose name or field name contains the text. */
export function searchItems(items: readonly LayoutItem[], text: string): readonly LayoutItem[] {
  const wanted = text.trim().toLowerCase();
  return wanted === '' ? items : items.filter((item) => `${nameItem(item)} ${item.fieldName}`.toLowerCase().includes(wanted));
}

import type { ModuleView, ViewType } from '#engine/model';
import { findStatusField, layoutItems, resolveItem, type LayoutItem } from '../module/module-finders.ts';

const KINDS: { readonly [kind in ViewType['kind']]: readonly string[] } = { board: ['Dropdown'], calendar: ['Date', 'DateTime'] };

/** The fields by which the records of a module can be laid out so: those of the grid first, the record's status before them. */
export function listViewTypeItems(module: ModuleView, kind: ViewType['kind']): LayoutItem[] {
  const status = kind === 'board' ? findStatusField(module)?.fieldName : undefined;
  const names = [...(status === undefined ? [] : [status]), ...layoutItems(module, 'grid').map((item) => item.fieldName), ...module.fields.filter((field) => !field.system).map((field) => field.fieldName), ...module.fields.map((field) => field.fieldName)];
  return [...new Set(names)].map((fieldName) => resolveItem(module, { fieldName })).filter((item): item is LayoutItem => item?.field !== undefined && item.part === undefined && item.field.filterable && item.field.fieldName !== 'deleted' && KINDS[kind].includes(item.field.inputType));
}

/** What a face lays its records out by; undefined: the field is gone, hidden from the reader, or of another type. */
export function findViewTypeItem(module: ModuleView, face: ViewType): LayoutItem | undefined {
  return listViewTypeItems(module, face.kind).find((item) => item.fieldName === face.field);
}

import type { ModuleView, ViewType } from '#engine/model/wire';
import { findStatusField, layoutItems, resolveItem, type LayoutItem } from '../module/module-finders.ts';

const KINDS: { readonly [kind in ViewType['kind']]: readonly string[] } = { board: ['Dropdown'], calendar: ['Date', 'DateTime'] };

/** The fields by which a view type can lay out the records of a module: the one that the module names or the record's status, then those of the grid. */
export function listViewTypeItems(module: ModuleView, kind: ViewType['kind']): LayoutItem[] {
  const chosen = kind === 'board' ? (module.boardBy ?? findStatusField(module)?.fieldName) : module.calendarBy?.field;
  const names = [
    ...(chosen === undefined ? [] : [chosen]),
    ...layoutItems(module, 'grid').map((item) => item.fieldName),
    ...module.fields.filter((field) => !field.system).map((field) => field.fieldName),
    ...module.fields.map((field) => field.fieldName),
  ];
  return [...new Set(names)]
    .map((fieldName) => resolveItem(module, { fieldName }))
    .filter(
      (item): item is LayoutItem =>
        item?.field !== undefined &&
        item.part === undefined &&
        item.field.filterable &&
        item.field.fieldName !== 'deleted' &&
        KINDS[kind].includes(item.field.inputType),
    );
}

/** The field that a view type uses for its layout; undefined: the field was removed, is hidden from the user, or has another type. */
export function findViewTypeItem(module: ModuleView, viewType: ViewType): LayoutItem | undefined {
  return listViewTypeItems(module, viewType.kind).find((item) => item.fieldName === viewType.field);
}

import type { JsonObject, JsonValue } from '#engine/model/values';
import type { ModuleView } from '#engine/model/wire';
import { layoutItems, resolveItem, type LayoutItem } from '../module/module-finders.ts';
import { isObject } from '../module/record-value.ts';

/** The visible columns of a user, with order and width. */
export interface ColumnPreferences extends JsonObject {
  /** Field names of the visible columns in order; null: as in the layout. */
  readonly shown: string[] | null;
  /** CSS pixels by field name. */
  readonly widths: { readonly [fieldName: string]: number };
}

export const NO_PREFERENCES: ColumnPreferences = { shown: null, widths: {} };

/** Whether the stored value has the format of preferences. */
export function isColumnPreferences(value: JsonValue): value is ColumnPreferences {
  if (!isObject(value) || !isObject(value.widths)) return false;
  const shown = value.shown;
  return (
    (shown === null || (Array.isArray(shown) && shown.every((name) => typeof name === 'string'))) &&
    Object.values(value.widths).every((width) => typeof width === 'number')
  );
}

/** A column of a grid. `width` is in CSS pixels; undefined: the default width of its type. */
export interface ListColumn {
  readonly item: LayoutItem;
  readonly shown: boolean;
  readonly width: number | undefined;
  readonly sortable: boolean;
}

function toColumn(item: LayoutItem, shown: boolean, preferences: ColumnPreferences): ListColumn {
  const width = preferences.widths[item.fieldName] ?? item.layout.width;
  return { item, shown, width, sortable: item.field?.sortable ?? false };
}

/** The available columns: those of the grid's layout, then all other fields. */
function columnItems(module: ModuleView): LayoutItem[] {
  const listed = layoutItems(module, 'grid');
  const names = new Set(listed.map((item) => item.fieldName));
  const rest = module.fields.filter((field) => field.deleted !== true && !names.has(field.fieldName) && field.fieldName !== 'deleted');
  return [
    ...listed,
    ...rest.map((field) => resolveItem(module, { fieldName: field.fieldName, hidden: true })).filter((item) => item !== undefined),
  ];
}

/** The columns of a module's grid, visible ones first in the user's order. Stored names of removed fields are ignored. */
export function listColumns(module: ModuleView, preferences: ColumnPreferences): ListColumn[] {
  const items = columnItems(module);
  if (preferences.shown === null) return items.map((item) => toColumn(item, item.layout.hidden !== true, preferences));
  const order = preferences.shown;
  const shown = order.map((name) => items.find((item) => item.fieldName === name)).filter((item) => item !== undefined);
  const rest = items.filter((item) => !order.includes(item.fieldName));
  return [...shown.map((item) => toColumn(item, true, preferences)), ...rest.map((item) => toColumn(item, false, preferences))];
}

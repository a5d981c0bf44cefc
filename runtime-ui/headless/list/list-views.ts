import { lowercaseLabel, type JsonObject } from '#engine/model/values';
import type { SortDefinition } from '#engine/model/definitions';
import type { ModuleView, SavedViewList } from '#engine/model/wire';
import { isObject } from '../module/record-value.ts';
import { findField } from '../module/module-finders.ts';

/** A tab over a list: a filter with a name. */
export interface ListViewTab {
  readonly name: string;
  readonly label: string;
  readonly terms: JsonObject;
  /** The order that it opens with; absent: that of the list. */
  readonly sort?: SortDefinition;
}

/** The tabs of a module for all users: all records, those assigned to the user, and the views of its definition. */
export function listViewTabs(module: ModuleView): readonly ListViewTab[] {
  const all: ListViewTab = { name: 'all', label: `All ${lowercaseLabel(module.label)}`, terms: {} };
  const owner = findField(module, 'assigned_to');
  const mine: readonly ListViewTab[] =
    owner === undefined || !owner.filterable || module.rights.view === 'Owner'
      ? []
      : [{ name: 'mine', label: 'Mine', terms: { assigned_to: { equals: { $: 'me' } } } }];
  const own = (module.listViews ?? []).map(({ filter, ...tab }) => ({ ...tab, terms: filter as JsonObject }));
  return [all, ...mine, ...own];
}

/** The filter of a list of deleted records. */
export const DELETED_TERMS: JsonObject = { deleted: { equals: true } };

/** Whether a list has only deleted records. */
export function showsDeleted({ state }: { readonly state: { readonly terms: JsonObject } }): boolean {
  const { deleted } = state.terms;
  return deleted === true || (isObject(deleted) && deleted['equals'] === true);
}

/**
 * The view that a list opens with: the one that the user set, else the one that they opened last, `lastView`, if the module opens
 * with a view of its definition; else that view.
 */
export function homeViewOf(module: ModuleView, views: SavedViewList | undefined, lastView?: string): string {
  const { defaultListView = 'all' } = module;
  if (views?.default) return views.default;
  if (lastView === undefined || defaultListView === 'all') return defaultListView;
  const names = [...listViewTabs(module).map(({ name }) => name), ...(views?.data ?? []).map(({ _id }) => _id)];
  return names.includes(lastView) ? lastView : defaultListView;
}

/** The view of an address: the one it names. A link to a search, a filter, groups, a board or a calendar is meant for all records. */
export function viewOfAddress(address: URLSearchParams, home: string): string {
  return address.get('view') ?? (['q', 'filter', 'group', 'viewType'].some((name) => address.has(name)) ? 'all' : home);
}

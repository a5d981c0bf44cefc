import type { JsonObject } from '#engine/model/values';
import type { SortDefinition } from '#engine/model/definitions';
import type { ModuleView } from '#engine/model/wire';
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
  // Lowercase, as within a sentence: ISBN keeps its capitals.
  const plural = module.label.replace(/(?<=^|\s)\p{Lu}(?=\p{Ll}+(?:\s|$))/gu, (letter) => letter.toLowerCase());
  const all: ListViewTab = { name: 'all', label: `All ${plural}`, terms: {} };
  const owner = findField(module, 'assigned_to');
  const mine: readonly ListViewTab[] =
    owner === undefined || !owner.filterable || module.rights.view === 'Owner'
      ? []
      : [{ name: 'mine', label: 'Mine', terms: { assigned_to: { equals: { $: 'me' } } } }];
  const own = (module.listViews ?? []).map(({ filter, ...tab }) => ({ ...tab, terms: filter as JsonObject }));
  return [all, ...mine, ...own];
}

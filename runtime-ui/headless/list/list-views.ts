import type { JsonObject } from '#engine/model/values';
import type { ModuleView } from '#engine/model/wire';
import { findField } from '../module/module-finders.ts';

/** A tab over a list: a filter with a name. */
export interface ListViewTab {
  readonly name: string;
  readonly label: string;
  readonly terms: JsonObject;
}

/** The tabs that every module has: all records, and those assigned to the user. */
export function listViewTabs(module: ModuleView): readonly ListViewTab[] {
  // Lowercase, as within a sentence: ISBN keeps its capitals.
  const plural = module.label.replace(/(?<=^|\s)\p{Lu}(?=\p{Ll}+(?:\s|$))/gu, (letter) => letter.toLowerCase());
  const all: ListViewTab = { name: 'all', label: `All ${plural}`, terms: {} };
  const owner = findField(module, 'assigned_to');
  if (owner === undefined || !owner.filterable || module.rights.view === 'Owner') return [all];
  return [all, { name: 'mine', label: 'Mine', terms: { assigned_to: { equals: { $: 'me' } } } }];
}

import type { HomeListDefinition } from '#engine/model/definitions';
import { lowercaseLabel, type JsonObject } from '#engine/model/values';
import type { ModuleSummary, ShellView } from '#engine/model/wire';
import type { SearchInput } from '../../client/index.ts';
import { filterOwnItems, listWorkModules, type WorkModule } from '../../headless/index.ts';
import { t } from '../../kit/index.ts';

/** A list on the first page, with the module of its records. */
export interface HomeList extends HomeListDefinition {
  readonly module: ModuleSummary;
  /** The list is shown without records too. */
  readonly isPermanent?: boolean;
  /** Its filter finds open records only. */
  readonly isOpen?: boolean;
}

/** Number of records that a list shows. */
export const SHOWN = 8;

function toWorkList(module: WorkModule): HomeList {
  const { due, open, about, done } = module.workItems;
  return {
    id: 'work-items',
    label: t('frame.dashboard.workItems', { things: lowercaseLabel(module.label) }),
    place: 'main',
    module,
    filter: { ...filterOwnItems(module), and: [open] },
    date: due,
    action: module.nameField,
    snooze: true,
    isPermanent: true,
    isOpen: true,
    ...(about === undefined ? {} : { about }),
    ...(done === undefined ? {} : { done }),
  };
}

/** The lists of a place in their order: first the user's work items, which are in the main column. */
export function listHomeLists(shell: ShellView, place: HomeList['place']): readonly HomeList[] {
  const declared = shell.modules.flatMap((module) => (module.homeLists ?? []).map((list): HomeList => ({ ...list, module })));
  return [
    ...(place === 'main' ? listWorkModules(shell).map(toWorkList) : []),
    ...declared.filter((list) => list.place === place).sort((one, two) => (one.order ?? 0) - (two.order ?? 0)),
  ];
}

/** The first records of a list; the total of the response is the number of all. `names` are the fields that its lines show, `relates` those of them whose names are read. */
export function searchHomeList({ filter, date }: HomeList, names: readonly string[], relates: readonly string[]): SearchInput {
  return {
    pageNumber: 0,
    pageSize: SHOWN,
    sortField: date,
    sortOrder: 'asc',
    searchTerms: filter as JsonObject,
    fields: names,
    ...(relates.length === 0 ? {} : { populate: relates }),
  };
}

/** The query string with which the list page of the module shows the same records in the same order. */
export function toListQuery({ filter, date }: HomeList): string {
  return new URLSearchParams({ filter: JSON.stringify(filter), sort: date, order: 'asc' }).toString();
}

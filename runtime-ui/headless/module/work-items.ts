import type { JsonObject } from '#engine/model/values';
import type { WorkItemsDefinition } from '#engine/model/definitions';
import type { ModuleSummary, ShellView } from '#engine/model/wire';
import type { SearchInput } from '../../client/index.ts';

/** A module whose records are work to be done by users. */
export type WorkModule = ModuleSummary & { readonly workItems: WorkItemsDefinition };

/** Whether the records of a module are work to be done. */
export function isWorkModule(module: ModuleSummary): module is WorkModule {
  return module.workItems !== undefined;
}

/** The modules of the shell whose records are work to be done. */
export function listWorkModules({ modules }: ShellView): readonly WorkModule[] {
  return modules.filter(isWorkModule);
}

/** A filter for the items of the user, done or not. */
export function filterOwnItems({ workItems: { assignee } }: WorkModule): JsonObject {
  return assignee === undefined ? {} : { [assignee]: { equals: { $: 'me' } } };
}

/** A filter for the items of the user that are due today or overdue. */
export function filterDueItems(module: WorkModule): JsonObject {
  const { due, open } = module.workItems;
  return { ...filterOwnItems(module), [due]: { range: { lte: { $: 'today' } } }, and: [open as JsonObject] };
}

/** A page of the open items of the user, the one that is due first at the top. */
export function searchOpenItems(module: WorkModule, pageSize: number): SearchInput {
  return searchItems(module, pageSize, [module.workItems.open as JsonObject]);
}

/** A page of the items of the user that others work on; undefined: the module has no such items. */
export function searchWaitingItems(module: WorkModule, pageSize: number): SearchInput | undefined {
  const { waiting } = module.workItems;
  return waiting === undefined ? undefined : searchItems(module, pageSize, [waiting as JsonObject]);
}

/** The searches for the figures of the user's items that count: open ones with the first of them, those that others work on, and all. */
export function searchFigures(module: WorkModule): {
  readonly open: SearchInput;
  readonly waiting?: SearchInput;
  readonly all: SearchInput;
} {
  const { open, waiting, counted } = module.workItems;
  const only = counted === undefined ? [] : [counted as JsonObject];
  return {
    open: searchItems(module, 1, [open as JsonObject, ...only]),
    ...(waiting === undefined ? {} : { waiting: searchItems(module, 1, [waiting as JsonObject, ...only]) }),
    all: searchItems(module, 1, only),
  };
}

function searchItems(module: WorkModule, pageSize: number, filters: readonly JsonObject[]): SearchInput {
  const searchTerms = { ...filterOwnItems(module), ...(filters.length === 0 ? {} : { and: filters }) };
  return { pageNumber: 0, pageSize, sortField: module.workItems.due, sortOrder: 'asc', searchTerms };
}

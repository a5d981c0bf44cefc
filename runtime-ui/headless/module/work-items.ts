import type { JsonObject } from '#engine/model/values';
import type { ModuleSummary, ShellView } from '#engine/model/wire';
import type { SearchInput } from '../../client/index.ts';

/** A module whose records are work to be done by users. */
export type WorkModule = ModuleSummary & { readonly workItems: NonNullable<ModuleSummary['workItems']> };

/** Whether the records of a module are work to be done. */
export function isWorkModule(module: ModuleSummary): module is WorkModule {
  return module.workItems !== undefined;
}

/** The modules of the shell whose records are work to be done. */
export function listWorkModules({ modules }: ShellView): readonly WorkModule[] {
  return modules.filter(isWorkModule);
}

/** A filter for the items of the user, done or not. */
export function filterOwnItems({ workItems }: WorkModule): JsonObject {
  return { [workItems.assignee]: { equals: { $: 'me' } } };
}

/** A filter for the items of the user that are due today or overdue. */
export function filterDueItems(module: WorkModule): JsonObject {
  const { due, open } = module.workItems;
  return { ...filterOwnItems(module), [due]: { range: { lte: { $: 'today' } } }, and: [open as JsonObject] };
}

/** A page of the open items of the user, the one that is due first at the top. */
export function searchOpenItems(module: WorkModule, pageSize: number): SearchInput {
  const { due, open } = module.workItems;
  const searchTerms = { ...filterOwnItems(module), and: [open as JsonObject] };
  return { pageNumber: 0, pageSize, sortField: due, sortOrder: 'asc', searchTerms };
}

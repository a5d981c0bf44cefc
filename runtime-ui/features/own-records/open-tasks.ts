import type { SearchInput } from '../../client/index.ts';

/** The tasks module; if it does not exist or the user has no access to it, no tasks are shown. */
export const TASKS = 'tasks';

/** Tasks assigned to the user. */
export const MY_TASKS = { assigned_to: { equals: { $: 'me' } } } as const;

/** Tasks that are not done, by due date. */
export const OPEN_TASKS: SearchInput = {
  pageNumber: 0,
  sortField: 'due_date',
  sortOrder: 'asc',
  searchTerms: { ...MY_TASKS, not: { status: 'Completed' } },
};

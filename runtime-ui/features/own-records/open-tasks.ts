import type { SearchInput } from '../../client/index.ts';

/** The module that says what a person is asked to do; without it, or without access to it, nothing is asked. */
export const TASKS = 'tasks';

/** Tasks of one's own. */
export const MY_TASKS = { assigned_to: { equals: { $: 'me' } } } as const;

/** Those that are not done, the first due first. */
export const OPEN_TASKS: SearchInput = { pageNumber: 0, sortField: 'due_date', sortOrder: 'asc', searchTerms: { ...MY_TASKS, not: { status: 'Completed' } } };

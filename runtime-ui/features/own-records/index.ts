export { createOwnWidgets } from './own-widgets.ts';

/** Loads the first page of users who see their own records. */
export const loadOwnRecordsPage = async () => (await import('./own-records-page.tsx')).OwnRecordsPage;

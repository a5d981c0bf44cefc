export { OwnRecordsPage } from './own-records-page.tsx';
export { createOwnWidgets } from './own-widgets.ts';

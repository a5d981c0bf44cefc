export { OwnRecordsPage } from './own-records-page.tsx';
export { OWN_WIDGETS } from './own-widgets.ts';

export { OwnRecordsPage } from './own-records-page.tsx';

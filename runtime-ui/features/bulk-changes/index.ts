export { BulkChangesPage } from './bulk-changes-page.tsx';

import '../styles/rows.css';

export { JsonDetail } from './json-detail.tsx';
export { RowsSwitch } from './rows-switch.tsx';
export { RowsTable } from './rows-table.tsx';

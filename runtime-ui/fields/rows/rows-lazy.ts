import '../styles/rows.css';

export { EntryDetail } from './entry-detail.tsx';
export { EntryForm } from './entry-form.tsx';
export { EntryTable } from './entry-table.tsx';
export { FreeTable } from './free-table.tsx';
export { JsonDetail } from './json-detail.tsx';

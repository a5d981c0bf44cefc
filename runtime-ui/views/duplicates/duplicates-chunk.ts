import '../styles/duplicates.css';

export { DuplicateDialog } from './duplicate-dialog.tsx';

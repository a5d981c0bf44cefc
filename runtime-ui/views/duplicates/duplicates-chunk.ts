import '../styles/duplicates.css';

export { DuplicateDialog } from './duplicate-dialog.tsx';
export { RuleDuplicates } from './rule-duplicates.tsx';

import '../leads.css';

export { MergeSelected } from '../actions/merge-selected.tsx';
export { DuplicateDialog } from './duplicate-dialog.tsx';

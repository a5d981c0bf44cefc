import '../styles/merge.css';

export { MergeDialog } from './merge-dialog.tsx';
export { MergeSelected } from './merge-selected.tsx';

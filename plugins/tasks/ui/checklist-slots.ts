export { ChecklistCell } from './checklist-cell.tsx';
export { ChecklistField } from './checklist-field.tsx';

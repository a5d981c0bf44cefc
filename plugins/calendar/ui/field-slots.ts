export { RuleCell } from './rule-cell.tsx';
export { RuleField } from './rule-field.tsx';

export { collectRecordIds, describeCondition, formatOperand, listOperands, operatorLabel } from './condition-labels.ts';
export { OperandInput } from './operand-input.tsx';

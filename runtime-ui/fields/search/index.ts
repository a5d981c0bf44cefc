export { collectRecordIds, describeCondition, findOperandModule, formatOperand, listOperands, operatorLabel } from './condition-labels.ts';
export { OperandInput } from './operand-input.tsx';
export { FoundRecords, POPUP_FIELDS } from '../relate/relate-dialog.tsx';

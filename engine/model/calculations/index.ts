export {
  findRollUpSource,
  listCalculationInputs,
  listFilterFields,
  listFormulaVariables,
  targetOf,
  type CalculatingModule,
  type CalculationInput,
  type FormulaVariable,
  type RollUpSource,
} from './calculation-inputs.ts';
export { convertResult, FORMULA_INPUT_TYPES } from './convert-result.ts';
export { compileFormula, evaluateFormula, type CompiledFormula, type FormulaData, type FormulaResult } from './evaluate-formula.ts';
export { FORMULA_OPERATORS } from './formula-operators.ts';
export { orderDefaultFormulas } from './order-default-formulas.ts';
export { prepareResult } from './prepare-result.ts';
export { explainMisfit, inferKind, kindOf, type KindProblem, type ValueKind } from './infer-kind.ts';

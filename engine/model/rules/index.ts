export { getRequiredMessage, isFieldReadOnly, isFieldRequired } from './field-rules.ts';
export {
  findMassUpdateRefusal,
  findUnmetRequirements,
  findUpcomingRequirement,
  listTransitionFields,
  type IsShown,
  type UnmetRequirement,
  type UpcomingRequirement,
} from './transition-requirements.ts';
export { compileValidations, findBrokenRules, type ValidationRule } from './validation-rules.ts';

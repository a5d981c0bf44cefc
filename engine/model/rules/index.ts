export {
  getRequiredMessage,
  isFieldReadOnly,
  isFieldRequired,
  compileValidations,
  findBrokenRules,
  type ValidationRule,
} from './validation-rules.ts';
export {
  findMassUpdateRefusal,
  findUnmetRequirements,
  findUpcomingRequirement,
  listTransitionFields,
  type IsShown,
  type UnmetRequirement,
  type UpcomingRequirement,
} from './transition-requirements.ts';

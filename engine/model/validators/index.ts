export { findPasswordProblems, PASSWORD_MAX, PASSWORD_MAX_LIMIT, PASSWORD_MIN } from './password.ts';
export { findRecordProblems, type RecordProblem } from './find-record-problems.ts';
export { hasValidator, listValidators, registerValidator, runValidators } from './run-validators.ts';
export type { Validator, ValidatorInput } from './validator.ts';

export { findPasswordProblems, PASSWORD_MAX, PASSWORD_MAX_LIMIT, PASSWORD_MIN } from './password.ts';
export {
  findRecordProblems,
  hasValidator,
  listValidators,
  registerValidator,
  runValidators,
  type RecordProblem,
} from './find-record-problems.ts';
export type { Validator, ValidatorInput } from './validator.ts';

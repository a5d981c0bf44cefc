import { MusterError } from '../errors/index.ts';

/** One thing wrong in a definition: the file (or artifact) that holds it, the place inside, and why. */
export interface DefinitionProblem {
  /** Path of the file, or 'kind/name' of an artifact that came from the store or from a plugin's code. */
  readonly file: string;
  /** Place inside, as a JSON pointer or a list of names: '/fields/3/dropdown'. */
  readonly path: string;
  readonly cause: string;
}

/** What a look at definitions found: problems forbid their use, notes are logged. */
export interface DefinitionFindings {
  readonly problems: DefinitionProblem[];
  readonly warnings: DefinitionProblem[];
}

/** Empty findings to collect into. */
export function createFindings(): DefinitionFindings {
  return { problems: [], warnings: [] };
}

/** The error of a base that cannot be used: its text names the first problem, its details all of them. */
export function makeBrokenError(problems: readonly DefinitionProblem[]): MusterError {
  const first = problems[0] ?? { file: 'definitions', path: '/', cause: 'unknown' };
  return new MusterError('definition_broken', {
    values: { file: first.file, path: first.path, cause: first.cause },
    details: problems.map((problem) => ({ field: problem.path, code: 'definition_broken', message: problem.cause, file: problem.file })),
  });
}

/** The error of a change that an admin sent and that cannot be published. */
export function makeInvalidError(problems: readonly DefinitionProblem[]): MusterError {
  return new MusterError('definition_invalid', {
    details: problems.map((problem) => ({ field: problem.path, code: 'definition_invalid', message: problem.cause, definition: problem.file })),
  });
}

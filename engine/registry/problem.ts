import { MusterError, type ErrorDetail } from '../errors/index.ts';

/** One problem of a definition: its file (or artifact), the position inside, and the cause. */
export interface DefinitionProblem {
  /** Path of the file, or 'kind/name' of an artifact from the store or from a plugin's code. */
  readonly file: string;
  /** Position inside, as a JSON pointer or a list of names: '/fields/3/dropdown'. */
  readonly path: string;
  readonly cause: string;
}

/** A problem of a workflow, which is inactive because of it. */
export interface WorkflowProblem extends DefinitionProblem {
  /** Stable id of the workflow; undefined: its file is not readable as a workflow. */
  readonly id: string | undefined;
}

/** The result of a check of definitions: problems prevent their use; warnings are parts that have no effect, which are reported. */
export interface DefinitionFindings {
  readonly problems: DefinitionProblem[];
  readonly warnings: DefinitionProblem[];
  /** Values of settings that an admin entered and that break their schemas: the defaults are used instead. */
  readonly replaced: DefinitionProblem[];
  /**
   * Names in customized layouts that nothing has: an upgrade may have removed a field that a layout shows. The layout goes on without it,
   * but no change by an admin may cause one.
   */
  readonly outdated: DefinitionProblem[];
  /** Problems of workflows. Those are inactive, and everything else is used; no change by an admin may cause one. */
  readonly workflows: WorkflowProblem[];
}

/** Empty findings to collect into. */
export function createFindings(): DefinitionFindings {
  return { problems: [], warnings: [], replaced: [], outdated: [], workflows: [] };
}

/** The error for a base that cannot be used: its text contains the first problem, its details all of them. */
export function makeBrokenError(problems: readonly DefinitionProblem[]): MusterError {
  const first = problems[0] ?? { file: 'definitions', path: '/', cause: 'unknown' };
  return new MusterError('definition_broken', {
    values: { file: first.file, path: first.path, cause: first.cause },
    details: problems.map((problem) => ({ field: problem.path, code: 'definition_broken', message: problem.cause, file: problem.file })),
  });
}

/** The error for a change by an admin that cannot be published. */
export function makeInvalidError(problems: readonly DefinitionProblem[]): MusterError {
  return new MusterError('definition_invalid', { details: listDetails(problems, 'definition_invalid') });
}

/** The error for a change of a locked module: its text says which one, and what an admin can do. */
export function makeLockedError(problems: readonly DefinitionProblem[]): MusterError {
  const reason = problems[0]?.cause ?? '';
  return new MusterError('module_locked', { values: { reason }, details: listDetails(problems, 'module_locked') });
}

function listDetails(problems: readonly DefinitionProblem[], code: string): readonly ErrorDetail[] {
  return problems.map((problem) => ({ field: problem.path, code, message: problem.cause, definition: problem.file }));
}

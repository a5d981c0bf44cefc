import type { AccessScope } from '../../access/index.ts';
import { MusterError, type ErrorDetail } from '../../errors/index.ts';
import { findRecordProblems, type CompiledModule, type RecordDocument, type RecordDraft } from '#engine/model';
import { conditionContext } from './check-rules.ts';

/** Input of a record check. */
export interface CheckRequest {
  readonly scope: AccessScope;
  readonly module: CompiledModule;
  readonly draft: RecordDraft;
  readonly before: RecordDocument | undefined;
  readonly changed: ReadonlySet<string>;
  readonly given: ReadonlySet<string>;
  readonly now: number;
}

/**
 * Finds all problems of the record as a whole: required fields that are missing (unless a trigger hides them), the
 * results of named validators for changed fields, and broken validation rules. A required field that was missing before is only reported if the
 * caller sends it: a record from before the field was required can still be changed elsewhere.
 */
export function checkRecord(request: CheckRequest): ErrorDetail[] {
  const { module, draft, before, changed } = request;
  const context = conditionContext(request.scope, request.now, before);
  const found = findRecordProblems(module, draft, context, before === undefined ? undefined : changed);
  if (found.length === 0) return [];
  const old = before === undefined ? undefined : missingBefore(module, before, request);
  return found
    .filter((problem) => problem.code !== 'required' || old?.has(problem.field) !== true || request.given.has(problem.field))
    .map(toDetail);
}

function missingBefore(module: CompiledModule, before: RecordDocument, { scope, now }: CheckRequest): ReadonlySet<string> {
  const context = conditionContext(scope, now, before);
  return new Set(findRecordProblems(module, before, context, new Set()).map((problem) => problem.field));
}

function toDetail(problem: {
  readonly field: string;
  readonly code: string;
  readonly message: string;
  readonly path?: string;
}): ErrorDetail {
  return {
    field: problem.path === undefined ? problem.field : `${problem.field}.${problem.path}`,
    code: problem.code,
    message: problem.message,
  };
}

/**
 * Throws `validation_failed` with every problem, if there is any. The message is the definition's text for a missing
 * value, if it has one.
 */
export function assertNoProblems(module: CompiledModule, problems: readonly ErrorDetail[]): void {
  if (problems.length === 0) return;
  const own = problems.find(
    ({ field, code, message }) => code === 'required' && module.fields.get(field)?.definition.requiredText === message,
  );
  throw new MusterError('validation_failed', { details: problems, ...(own === undefined ? {} : { message: own.message }) });
}

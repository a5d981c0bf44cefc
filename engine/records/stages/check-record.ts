import { timeZoneOf, type AccessScope } from '../../access/index.ts';
import { MusterError, type ErrorDetail } from '../../errors/index.ts';
import { findRecordProblems, zoneClock, type CompiledModule, type JsonObject, type RecordDocument, type RecordDraft, type VisibilityContext } from '#engine/model';

/** What there is to check. */
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
 * Finds all that is wrong with the record as a whole: required fields that are missing (unless a trigger hides them), and
 * what named validators say of changed fields. A required field that was missing before is asked for again only when
 * the caller names it: a record written before the field was required can still be changed elsewhere.
 */
export function checkRecord(request: CheckRequest): ErrorDetail[] {
  const { module, draft, before, changed } = request;
  const context = visibilityContext(request);
  const found = findRecordProblems(module, draft, context, before === undefined ? undefined : changed);
  if (found.length === 0) return [];
  const old = before === undefined ? undefined : missingBefore(module, before, context);
  return found.filter((problem) => problem.code !== 'required' || old?.has(problem.field) !== true || request.given.has(problem.field)).map(toDetail);
}

function missingBefore(module: CompiledModule, before: JsonObject, context: VisibilityContext): ReadonlySet<string> {
  return new Set(findRecordProblems(module, before, context, new Set()).map((problem) => problem.field));
}

function visibilityContext({ scope, now }: CheckRequest): VisibilityContext {
  const timeZone = timeZoneOf(scope.snapshot);
  return { today: zoneClock(timeZone).dayOf(now), timeZone };
}

function toDetail(problem: { readonly field: string; readonly code: string; readonly message: string; readonly path?: string }): ErrorDetail {
  return { field: problem.path === undefined ? problem.field : `${problem.field}.${problem.path}`, code: problem.code, message: problem.message };
}

/** Errors: `validation_failed` with every problem, when there is any, in the words that a definition has for a value that is missing. */
export function assertNoProblems(module: CompiledModule, problems: readonly ErrorDetail[]): void {
  if (problems.length === 0) return;
  const own = problems.find(({ field, code, message }) => code === 'required' && module.fields.get(field)?.definition.requiredText === message);
  throw new MusterError('validation_failed', { details: problems, ...(own === undefined ? {} : { message: own.message }) });
}

import { MusterError, type ErrorDetail } from '../../errors/index.ts';
import { findRecordProblems } from '#engine/model/validators';
import type { CompiledModule } from '#engine/model/compiled';
import type { RecordDocument } from '#engine/model/values';
import { findInvisible } from '../access/record-access.ts';
import { checkFiles } from '../attachments/file-links.ts';
import { metadataOf } from '../module-metadata.ts';
import { conditionContext } from './check-rules.ts';
import { columnLinksOf, linksOf, type Link } from '../read/references.ts';
import type { ParsedInput } from './parse-input.ts';
import type { SaveAttempt, SaveRequest } from './write-context.ts';

/**
 * Validates the input of a save and, for a create or update, the record as a whole. Errors: `validation_failed` with all
 * problems.
 */
export async function validateRecord(attempt: SaveAttempt, request: SaveRequest, input: ParsedInput): Promise<void> {
  const { module, kind } = request;
  if (kind !== 'create' && kind !== 'update') return assertNoProblems(module, input.problems);
  const problems = [...input.problems, ...checkRecord(attempt, request, input), ...(await checkRelates(attempt, request, input))];
  if (metadataOf(module).files.length > 0) problems.push(...(await checkFiles(attempt, request, input)));
  if (problems.length > 0) assertNoProblems(module, dropConsequences(module, problems, input.problems));
}

/**
 * Finds all problems of the record as a whole: required fields that are missing (unless a trigger hides them), the
 * results of named validators for changed fields, and broken validation rules. A required field that was missing before is only reported if the
 * caller sends it: a record from before the field was required can still be changed elsewhere.
 */
function checkRecord(attempt: SaveAttempt, { module, before: stored }: SaveRequest, { draft, changed, given }: ParsedInput): ErrorDetail[] {
  const before = stored?.document;
  const context = conditionContext(attempt.scope, attempt.now, before);
  const found = findRecordProblems(module, draft, context, before === undefined ? undefined : changed);
  if (found.length === 0) return [];
  const old = before === undefined ? undefined : missingBefore(module, before, attempt);
  return found
    .filter((problem) => problem.code !== 'required' || old?.has(problem.field) !== true || given.has(problem.field))
    .map(toDetail);
}

function missingBefore(module: CompiledModule, before: RecordDocument, { scope, now }: SaveAttempt): ReadonlySet<string> {
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

/** Codes of problems that an invalid value may cause at its own field. */
const CONSEQUENCES: ReadonlySet<string> = new Set(['required', 'rule_broken']);

/** Removes problems that follow from others: an invalid value is not also missing, nor is a name that an invalid field did not produce. */
function dropConsequences(
  module: CompiledModule,
  problems: readonly ErrorDetail[],
  unread: readonly ErrorDetail[],
): readonly ErrorDetail[] {
  const fieldOf = (problem: ErrorDetail): string => problem.field.split('.')[0] ?? '';
  const read = new Set(unread.map(fieldOf));
  const { nameSources } = metadataOf(module);
  const isNameless = problems.some((problem) => nameSources.has(fieldOf(problem)));
  return problems.filter(
    (problem) => !CONSEQUENCES.has(problem.code) || !(read.has(problem.field) || (problem.field === 'name' && isNameless)),
  );
}

/** The field of a new link, with the path in its value, and whether the writer set it. */
interface NewLink {
  readonly field: string;
  readonly isRequested: boolean;
}

/**
 * Finds the changed relates that refer to no record of the right module, to a deleted one, or to one that the writer
 * may not see; all give the same error. Links that a list contained before are not checked again. Values that the
 * product sets or an undo restores are not checked for visibility. Reads each module once.
 */
async function checkRelates(attempt: SaveAttempt, request: SaveRequest, { draft, changed }: ParsedInput): Promise<ErrorDetail[]> {
  const { module, trusted, trustedFields, mergedRecords = [] } = request;
  const before = request.before?.document;
  const hasWriter = !trusted && attempt.changeSource !== 'undo';
  const wanted = new Map<string, Map<string, NewLink[]>>();
  for (const name of changed) {
    const field = module.fields.get(name);
    if (field === undefined || field.system) continue;
    const linked = [...(field.type.list ? linksOf(field, before?.[name]) : []), ...columnLinksOf(field, before?.[name])];
    const known = mergedRecords.flatMap((document) => [...linksOf(field, document[name]), ...columnLinksOf(field, document[name])]);
    for (const link of [...linksOf(field, draft[name]), ...columnLinksOf(field, draft[name])]) {
      const { module: target, id } = link;
      if (isAmong(link, linked)) continue;
      const ids = wanted.get(target) ?? new Map<string, NewLink[]>();
      const path = 'path' in link ? `${name}.${link.path}` : name;
      ids.set(id, [
        ...(ids.get(id) ?? []),
        { field: path, isRequested: hasWriter && trustedFields?.has(name) !== true && !isAmong(link, known) },
      ]);
      wanted.set(target, ids);
    }
  }
  if (wanted.size === 0) return [];
  const found = await Promise.all([...wanted].map(([target, ids]) => checkTargets(attempt, target, ids)));
  return found.flat();
}

function isAmong({ module, id }: Link, links: readonly Link[]): boolean {
  return links.some((link) => link.id === id && link.module === module);
}

async function checkTargets(
  attempt: SaveAttempt,
  name: string,
  linksById: ReadonlyMap<string, readonly NewLink[]>,
): Promise<ErrorDetail[]> {
  const target = attempt.scope.snapshot.module(name);
  const ids = [...linksById.keys()];
  const records = target === undefined ? [] : await attempt.unit.load(target, ids);
  const live = records.flatMap((record) => (record === undefined || record.document['deleted'] === true ? [] : [record.document]));
  const there = new Set(live.map(({ _id }) => _id));
  const requested = live.filter(({ _id }) => linksById.get(_id)?.some(({ isRequested }) => isRequested));
  const unseen = target === undefined || requested.length === 0 ? NONE : await findInvisible(attempt, target, requested);
  return ids.flatMap((id) => {
    const links = linksById.get(id) ?? [];
    const wrong = there.has(id) ? links.filter(({ isRequested }) => isRequested && unseen.has(id)) : links;
    return wrong.map(({ field }) => ({
      field,
      code: 'record_not_found',
      message: `There is no such record among ${target?.label ?? 'the modules'}.`,
    }));
  });
}

const NONE: ReadonlySet<string> = new Set();

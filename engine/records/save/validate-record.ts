import { MusterError, type ErrorDetail } from '../../errors/index.ts';
import { findRecordProblems } from '#engine/model/validators';
import { GLOBAL_TEAM_ID } from '#engine/model/definitions';
import type { CompiledModule } from '#engine/model/compiled';
import type { RecordDocument } from '#engine/model/values';
import { findInvisible } from '../access/record-access.ts';
import { checkFiles } from '../attachments/file-links.ts';
import { metadataOf } from '../module-metadata.ts';
import { columnLinksOf, linksOf, type Link } from '../read/references.ts';
import { timeZoneOf, type AccessScope } from '../../access/index.ts';
import { createConditionData, type ConditionContext } from '#engine/model/conditions';
import { findUnmetRequirements, isFieldReadOnly, type IsShown, type UnmetRequirement } from '#engine/model/rules';
import { isCompiledFieldVisible } from '#engine/model/visibility';
import { zoneClock } from '#engine/model/time';
import { type ParsedInput, isSameAsStored } from './parse-input.ts';
import type { SaveAttempt, SaveRequest } from './write-context.ts';

/**
 * Validates the input of a save and, for a create or update, the record as a whole. Errors: `validation_failed` with all
 * problems.
 */
export async function validateRecord(attempt: SaveAttempt, request: SaveRequest, input: ParsedInput): Promise<void> {
  const { module, kind } = request;
  if (kind !== 'create' && kind !== 'update') return assertNoProblems(module, input.problems);
  const changed = request.before === undefined ? undefined : input.changed;
  const found = checkRecord(attempt, request, input, changed);
  const problems = [...input.problems, ...found, ...(await checkRelates(attempt, request, input))];
  if (metadataOf(module).files.length > 0) problems.push(...(await checkFiles(attempt, request, input)));
  if (problems.length > 0) assertNoProblems(module, dropConsequences(module, problems, input.problems));
}

/**
 * Validates what pre-save hooks changed: the values of these fields, and the rules that read them. `unread`: the values
 * that the types of their fields do not accept. Errors: `validation_failed` with all problems.
 */
export function validateHookChanges(
  attempt: SaveAttempt,
  request: SaveRequest,
  input: ParsedInput,
  changedByHooks: ReadonlySet<string>,
  unread: readonly ErrorDetail[],
): void {
  const { module, kind } = request;
  const hasRules = changedByHooks.size > 0 && (kind === 'create' || kind === 'update');
  const problems = hasRules ? [...unread, ...checkRecord(attempt, request, input, changedByHooks)] : unread;
  if (problems.length > 0) assertNoProblems(module, dropConsequences(module, problems, unread));
}

/**
 * Finds all problems of the record as a whole: required fields that are missing (unless a trigger hides them), the
 * results of named validators for changed fields, and broken validation rules; without `changed`, those of all fields. A
 * required field that was missing before is only reported if the caller sends it: a record from before the field was
 * required can still be changed elsewhere.
 */
function checkRecord(
  attempt: SaveAttempt,
  { module, before: stored }: SaveRequest,
  { draft, given }: ParsedInput,
  changed: ReadonlySet<string> | undefined,
): ErrorDetail[] {
  const before = stored?.document;
  const context = conditionContext(attempt.scope, attempt.now, before);
  const found = findRecordProblems(module, draft, context, changed);
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
function assertNoProblems(module: CompiledModule, problems: readonly ErrorDetail[]): void {
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
  const { module, trusted, trustedFields, acceptedRecords = [] } = request;
  const before = request.before?.document;
  const hasWriter = !trusted && attempt.changeSource !== 'undo';
  const wanted = new Map<string, Map<string, NewLink[]>>();
  for (const name of changed) {
    const field = module.fields.get(name);
    if (field === undefined || field.system) continue;
    const linked = [...(field.type.list ? linksOf(field, before?.[name]) : []), ...columnLinksOf(field, before?.[name])];
    const known = acceptedRecords.flatMap((document) => [...linksOf(field, document[name]), ...columnLinksOf(field, document[name])]);
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
  const foreign = listForeignTeams(attempt.scope, module, wanted.get('teams'));
  const found = await Promise.all([...wanted].map(([target, ids]) => checkTargets(attempt, target, ids)));
  return foreign.length === 0 ? found.flat() : [...foreign, ...found.flat().filter(({ field }) => field !== 'teams')];
}

/**
 * Problems with added teams that the writer does not belong to: without the right to assign any team, they could put a record where others
 * find it and they do not. Whether there is such a team is not told.
 */
function listForeignTeams(
  { rights }: AccessScope,
  module: CompiledModule,
  linksById: ReadonlyMap<string, readonly NewLink[]> | undefined,
): ErrorDetail[] {
  if (linksById === undefined || !module.teamEnabled || rights.module(module.name).assign_any_team) return [];
  const isForeign = (id: string): boolean => id !== GLOBAL_TEAM_ID && !rights.teams.includes(id);
  return [...linksById]
    .filter(([id, links]) => isForeign(id) && links.some(({ field, isRequested }) => isRequested && field === 'teams'))
    .map(() => ({ field: 'teams', code: 'team_not_allowed', message: 'You may only choose teams that you belong to.' }))
    .slice(0, 1);
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

/** What the conditions of a save see in addition to the record. */
export function conditionContext(
  scope: Pick<AccessScope, 'rights' | 'snapshot'>,
  now: number,
  before: RecordDocument | undefined,
): ConditionContext {
  const { userId, userType, roles, teams } = scope.rights;
  const timeZone = timeZoneOf(scope.snapshot);
  return {
    today: zoneClock(timeZone).dayOf(now),
    timeZone,
    now: new Date(now).toISOString(),
    ...(userId === undefined ? {} : { user: { _id: userId, userType, roles: roles.map(({ name }) => name), teams } }),
    ...(before === undefined ? {} : { old: before }),
  };
}

/**
 * Refuses changes of fields that their condition makes read-only for the record as it would be saved. The product itself and
 * an undo may make them. Errors: `field_not_writable`, with all of them.
 */
export function assertEditableByRules(attempt: SaveAttempt, request: SaveRequest, { changed, draft, given }: ParsedInput): void {
  const { module, trusted, trustedFields } = request;
  if (trusted || attempt.changeSource === 'undo') return;
  const before = request.before?.document;
  const fields = [...given]
    .filter((name) => changed.has(name))
    .flatMap((name) => module.fields.get(name) ?? [])
    .filter(({ definition }) => definition.readOnlyWhen !== undefined);
  if (fields.length === 0) return;
  const data = createConditionData(draft, conditionContext(attempt.scope, attempt.now, before));
  const refused = fields.filter(
    (field) =>
      trustedFields?.has(field.name) !== true &&
      isFieldReadOnly(field.definition, data) &&
      !isSameAsStored(field, module, draft[field.name], before),
  );
  if (refused.length === 0) return;
  throw new MusterError('field_not_writable', {
    values: { field: refused.map(({ label }) => label).join(', ') },
    details: refused.map(({ name }) => ({ field: name, code: 'field_not_writable', message: 'You may not change this field.' })),
  });
}

/**
 * Refuses a record that lacks what a value of a dropdown requires. It is checked as it will be written, after pre-save hooks;
 * an undo and a deleted record are not checked. Errors: the code of the requirement, or `validation_failed`.
 */
export function assertTransitionRequirements(
  attempt: SaveAttempt,
  { kind, module, before }: SaveRequest,
  { draft }: ParsedInput,
  changed: ReadonlySet<string>,
): void {
  const isEdit = (kind === 'create' || kind === 'update') && attempt.changeSource !== 'undo' && draft['deleted'] !== true;
  const fields = isEdit ? metadataOf(module).transitionFields : [];
  if (fields.length === 0) return;
  const context = conditionContext(attempt.scope, attempt.now, before?.document);
  const unmet = fields.flatMap(({ definition }) =>
    findUnmetRequirements(definition, draft, context, isShownIn(module), kind === 'create' ? undefined : changed),
  );
  if (unmet.length > 0) throw createRequirementError(unmet);
}

function isShownIn(module: CompiledModule): IsShown {
  return (name, record, context) => {
    const field = module.fields.get(name);
    return field !== undefined && isCompiledFieldVisible(module, field, record, context);
  };
}

function createRequirementError(unmet: readonly UnmetRequirement[]): MusterError {
  const [{ requirement: first }] = unmet as readonly [UnmetRequirement];
  const details = unmet.flatMap(({ requirement: { code = 'required', message }, missing }) =>
    missing.map((field): ErrorDetail => ({ field, code, message })),
  );
  const { code, message } = first;
  const known = code === undefined ? 'validation_failed' : { code, row: { status: 422, isPublic: true, text: message } };
  return new MusterError(known, { message, details });
}

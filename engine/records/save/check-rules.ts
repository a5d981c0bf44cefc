import { timeZoneOf, type AccessScope } from '../../access/index.ts';
import { MusterError, type ErrorDetail } from '../../errors/index.ts';
import { createConditionData, type ConditionContext } from '#engine/model/conditions';
import { findUnmetRequirements, isFieldReadOnly, type IsShown, type UnmetRequirement } from '#engine/model/rules';
import { isCompiledFieldVisible } from '#engine/model/visibility';
import { zoneClock } from '#engine/model/time';
import type { CompiledModule } from '#engine/model/compiled';
import type { RecordDocument } from '#engine/model/values';
import { metadataOf } from '../module-metadata.ts';
import { isSameAsStored, type ParsedInput } from './parse-input.ts';
import type { SaveAttempt, SaveRequest } from './write-context.ts';

/** What the conditions of a save see in addition to the record. */
export function conditionContext(scope: AccessScope, now: number, before: RecordDocument | undefined): ConditionContext {
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

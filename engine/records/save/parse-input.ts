import { SIGN_IN_FIELDS, type AccessScope } from '../../access/index.ts';
import { MusterError, type ErrorDetail } from '../../errors/index.ts';
import type { FieldContext } from '#engine/model/field-types';
import type { JsonObject, JsonValue, RecordDocument, RecordDraft } from '#engine/model/values';
import { MASK, type AccessPlan, type FieldPlan } from '../access/access-plan.ts';
import { canReadField } from '../access/project-record.ts';
import { isOwnProfile } from '../access/record-access.ts';
import { planForSave } from './authorise-save.ts';
import { findDefault } from './default-values.ts';
import type { SaveAttempt, SaveRequest } from './write-context.ts';

/** The result of parsing a caller's fields: the draft, the fields that differ from before, and all problems so far. */
export interface ParsedInput {
  readonly draft: RecordDraft;
  /** Names of the fields that the caller changed. */
  readonly changed: Set<string>;
  /** Names of all known fields in the body, changed or not. */
  readonly given: ReadonlySet<string>;
  readonly problems: ErrorDetail[];
}

export interface ParseInputContext {
  readonly plan: AccessPlan;
  readonly scope: AccessScope;
  /** The time of the save in epoch milliseconds. */
  readonly now: number;
  readonly before: RecordDocument | undefined;
  readonly fields: JsonObject;
  readonly trusted: boolean;
  /** As in the request. */
  readonly acceptedRecords?: readonly RecordDocument[] | undefined;
  /** Fields whose rights are not checked. */
  readonly trustedFields?: ReadonlySet<string> | undefined;
}

/** Returned with a record, and ignored when a client sends them back. */
const ECHOED: ReadonlySet<string> = new Set(['_warnings']);

/**
 * Authorises each field and normalises its value. Fields that the caller may not write are ignored if they equal what
 * is stored; those that they may not see are always rejected. Errors: `field_not_writable` with all of them; problems
 * with values are collected.
 */
export function parseInput(attempt: SaveAttempt, request: SaveRequest): ParsedInput {
  const before = request.before?.document;
  const input = parseFields({
    plan: planForSave(attempt, request),
    scope: attempt.scope,
    now: attempt.now,
    before,
    fields: request.fields,
    trusted: request.trusted,
    trustedFields: request.trustedFields,
    acceptedRecords: request.acceptedRecords,
  });
  if (request.kind === 'delete' || request.kind === 'restore') {
    const deleted = request.kind === 'delete';
    if ((before?.['deleted'] === true) !== deleted) input.changed.add('deleted');
    input.draft['deleted'] = deleted;
  }
  return input;
}

/** Parses the fields of a body. */
function parseFields(request: ParseInputContext): ParsedInput {
  const { before, fields } = request;
  const draft: RecordDraft = before === undefined ? {} : { ...before };
  const input = { draft, changed: new Set<string>(), given: new Set<string>(), problems: [] as ErrorDetail[] };
  const refused: FieldPlan[] = [];
  for (const name of Object.keys(fields)) {
    const value = fields[name] as JsonValue;
    if (name === '_id' || name === '_version') checkIdentity(name, value, request, input.problems);
    else if (!ECHOED.has(name)) readField(name, value, request, input, refused);
  }
  if (refused.length > 0) throw createFieldsNotWritableError(refused, request);
  return input;
}

function checkIdentity(name: string, value: JsonValue, { before, trusted }: ParseInputContext, problems: ErrorDetail[]): void {
  if (trusted && before === undefined && name === '_id') return;
  if (before === undefined)
    problems.push({ field: name, code: 'not_accepted', message: `A new record is given its ${name} by the server.` });
  else if (name === '_id' && value !== before._id)
    problems.push({ field: name, code: 'not_accepted', message: 'The _id of a record never changes.' });
}

function readField(
  name: string,
  value: JsonValue,
  request: ParseInputContext,
  input: ParsedInput & { readonly given: Set<string> },
  refused: FieldPlan[],
): void {
  const plan = request.plan.fields.get(name);
  if (plan === undefined || (plan.field.definition.internal === true && !mayName(name, request))) {
    input.problems.push({ field: name, code: 'unknown_field', message: 'There is no such field.' });
    return;
  }
  const stored = request.before === undefined ? findDefault(request, request.plan.module, plan.field) : request.before[name];
  const trusted = mayName(name, request);
  if (!trusted && !mayRead(plan, request)) {
    refused.push(plan);
    return;
  }
  if (plan.sensitive && value === MASK && !trusted) return;
  const normalized = plan.field.type.normalize(value, withStored(plan, request));
  if (!(trusted ? mayProductWrite(plan, request) : mayWrite(plan, request))) {
    if (!normalized.ok || !sameValue(normalized.value, stored)) refused.push(plan);
    return;
  }
  input.given.add(name);
  if (!normalized.ok) {
    for (const { path, code, message } of normalized.problems)
      input.problems.push({ field: path === undefined ? name : `${name}.${path}`, code, message });
    return;
  }
  if (sameValue(normalized.value, request.before?.[name])) return;
  input.changed.add(name);
  if (normalized.value === undefined) delete input.draft[name];
  else input.draft[name] = normalized.value;
}

/** Stored entries of an entry schema, and stored options, are not checked again. */
function withStored({ field, context }: FieldPlan, { before, acceptedRecords = [] }: ParseInputContext): FieldContext {
  if (field.columns.length === 0 && field.dropdown === undefined) return context;
  return { ...context, stored: [before, ...acceptedRecords].map((record) => record?.[field.name]) };
}

/** Only the product may use internal fields. */
function mayName(name: string, { trusted, trustedFields }: ParseInputContext): boolean {
  return trusted || trustedFields?.has(name) === true;
}

/** A field that is not visible is rejected regardless of the sent value: its value must not be found by trial and error. */
function mayRead(plan: FieldPlan, { scope, before }: ParseInputContext): boolean {
  if (plan.read === 'all') return true;
  // The creator may set these fields of a new record; `mayWrite` checks who will own it.
  return plan.read === 'owner' && (before === undefined || canReadField(plan, scope, before));
}

/** The product sets all fields except system fields; in a new record also these, for the dates of demo data. */
function mayProductWrite(plan: FieldPlan, { scope, before }: ParseInputContext): boolean {
  return !plan.field.system || (before === undefined && scope.actor.kind === 'system');
}

function mayWrite(plan: FieldPlan, request: ParseInputContext): boolean {
  const { scope, before, fields } = request;
  if (plan.field.system) return false;
  if (plan.isSystemManaged && scope.actor.kind === 'user') return false;
  if (before !== undefined && isLockedByImpersonation(plan, request)) return false;
  if (plan.write === 'all') return true;
  if (plan.write === 'none') return false;
  return before === undefined ? fields['assigned_to'] === scope.rights.userId : scope.rights.owns(before);
}

/** Nobody's sign-in is changed by someone who acts as another user. */
function isLockedByImpersonation({ field }: FieldPlan, { plan: { module }, scope }: ParseInputContext): boolean {
  return scope.actor.impersonatorId !== undefined && module.name === 'users' && SIGN_IN_FIELDS.has(field.name);
}

function createFieldsNotWritableError(refused: readonly FieldPlan[], request: ParseInputContext): MusterError {
  const { plan, scope, before } = request;
  if (refused.some((field) => isLockedByImpersonation(field, request))) return new MusterError('impersonation_locked');
  const isOwn = before !== undefined && isOwnProfile(scope, plan.module, before._id);
  const messageOf = ({ field }: FieldPlan): string =>
    isOwn && SIGN_IN_FIELDS.has(field.name)
      ? `Change your own ${field.label} on your profile page: it needs your password.`
      : 'You may not change this field.';
  return new MusterError('field_not_writable', {
    values: { field: refused.map(({ field }) => field.label).join(', ') },
    details: refused.map((field) => detailOf(field, 'field_not_writable', messageOf(field))),
  });
}

function detailOf(plan: FieldPlan, code: string, message: string): ErrorDetail {
  return { field: plan.field.name, code, message };
}

type Value = JsonValue | undefined;

/** Whether two JSON values are equal; missing and null are equal. */
export function sameValue(a: Value, b: Value): boolean {
  if (a === b) return true;
  if (a === undefined || a === null) return b === undefined || b === null;
  if (typeof a !== 'object' || typeof b !== 'object' || b === null) return false;
  if (Array.isArray(a))
    return Array.isArray(b) && a.length === b.length && a.every((value: JsonValue, index) => sameValue(value, b[index] as Value));
  if (Array.isArray(b)) return false;
  return sameObject(a as { readonly [name: string]: JsonValue }, b as { readonly [name: string]: JsonValue });
}

function sameObject(a: { readonly [name: string]: JsonValue }, b: { readonly [name: string]: JsonValue }): boolean {
  const names = Object.keys(a);
  if (names.length !== Object.keys(b).length) return false;
  return names.every((name) => Object.hasOwn(b, name) && sameValue(a[name], b[name]));
}

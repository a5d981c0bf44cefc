import { MusterError } from '../../errors/index.ts';
import type { CompiledField, CompiledModule } from '#engine/model/compiled';
import { allOf, type FilterNode } from '#engine/model/filter';
import { isObject } from '#engine/model/field-types';
import { fieldContext } from '#engine/model/keys';
import { toText, type JsonValue, type RecordDocument, type RecordDraft } from '#engine/model/values';
import { planOf } from '../access/access-plan.ts';
import { canReadField } from '../access/project-record.ts';
import { findInvisible } from '../access/record-access.ts';
import { metadataOf, notDeleted } from '../module-metadata.ts';
import { sameValue } from './parse-input.ts';
import { isBulkLoad } from './run-hooks.ts';
import { iterateMatchingInUnit } from './unit-reader.ts';
import type { SaveAttempt, SaveRequest } from './write-context.ts';

/** The most matches that are shown: when there are as many, the others are not looked for. */
const MAX_SHOWN = 20;

/** A merge and an undo restore earlier records. */
const SKIPPED_SOURCES: readonly string[] = ['merge', 'undo'];

/** A rule that applies to a save: the fields that it compares, and the records that have the same values. */
interface AppliedRule {
  readonly fields: readonly CompiledField[];
  readonly isExact: boolean;
  readonly filter: FilterNode;
  /** Two records with the same values have one of them in common. */
  readonly lockKeys: readonly string[];
}

/** Candidates of a rule, as far as the actor may be told about them. */
interface Compared {
  readonly shown: readonly RecordDocument[];
  /** Matches that are counted only: the actor may not see the record, or one of the fields. */
  readonly hidden: number;
}

/**
 * Refuses a record with the same values as another one, by the rules of its module. An actor is told only about records and fields that
 * they may see: of all other matches their number, and only if the name and one more value are the same, because one known value alone would
 * find out who has it. The first attempt only requires that there is no such record; if there is one, or another save adds one at the same
 * time, the second attempt reads and compares it. Errors: `possible_duplicates` with the matches.
 */
export async function checkDuplicates(
  attempt: SaveAttempt,
  request: SaveRequest,
  draft: RecordDraft,
  changed: ReadonlySet<string>,
): Promise<void> {
  const { module, kind, actor } = request;
  const { duplicates } = module.definition;
  if (duplicates === undefined || (kind !== 'create' && kind !== 'update') || draft['deleted'] === true) return;
  if (SKIPPED_SOURCES.includes(attempt.changeSource) || isBulkLoad(actor, attempt.allowDuplicates)) return;
  if (attempt.allowDuplicates && duplicates.action === 'warn') return;
  const rules = duplicates.rules.flatMap((rule) => applyRule(attempt, module, rule, draft) ?? []);
  const due = kind === 'create' ? rules : rules.filter(({ fields }) => fields.some(({ name }) => changed.has(name)));
  for (const rule of due) {
    const except = attempt.isRetry ? await compareCandidates(attempt, request, rule, draft) : [];
    attempt.unit.requireAbsence(module, rule.filter, { exceptIds: [request.id, ...except], lockKeys: rule.lockKeys });
  }
}

/** Undefined: the record has no value in one of the fields, or a field does not exist, so it is not compared. */
function applyRule(
  { scope }: SaveAttempt,
  module: CompiledModule,
  { fields: names, exactness }: NonNullable<CompiledModule['definition']['duplicates']>['rules'][number],
  draft: RecordDraft,
): AppliedRule | undefined {
  const fields = names.flatMap((name) => module.fields.get(name) ?? []);
  if (fields.length < names.length) return undefined;
  const hasModule = (name: string): boolean => scope.snapshot.modules.has(name);
  const nodes: FilterNode[] = [];
  let lockKeys = [names.join()];
  for (const field of fields) {
    const [key] = field.keys;
    const made = field.type.toKey(draft[field.name], fieldContext(field, hasModule));
    const values = made === undefined ? [] : [made].flat();
    if (key === undefined || values.length === 0) return undefined;
    nodes.push({ kind: 'equals', key, values });
    lockKeys = lockKeys.flatMap((start) => values.map((value) => `${start}|${String(value)}`));
  }
  return { fields, isExact: exactness === 'exact', filter: allOf([...nodes, ...notDeleted(module)]), lockKeys: lockKeys.slice(0, 100) };
}

/** The ids of the candidates that do not stop the save. Errors: `possible_duplicates`, if another one does. */
async function compareCandidates(
  attempt: SaveAttempt,
  request: SaveRequest,
  rule: AppliedRule,
  draft: RecordDraft,
): Promise<readonly string[]> {
  const { module, id } = request;
  const passed: string[] = [];
  const shown: RecordDocument[] = [];
  let hidden = 0;
  for await (const found of iterateMatchingInUnit(attempt, module, rule.filter)) {
    const others = found.filter((one) => one._id !== id);
    const matches = rule.isExact ? others.filter((one) => hasSameValues(rule, draft, one)) : others;
    const compared = await pickVisible(attempt, request, rule, draft, matches);
    shown.push(...compared.shown);
    hidden += compared.hidden;
    passed.push(...others.map((one) => one._id));
    if (shown.length >= MAX_SHOWN) break;
  }
  if (shown.length + hidden > 0) throw createDuplicatesError(attempt, request, rule, { shown, hidden });
  return passed;
}

/** Whether the values are the same character by character; of lists, one entry. */
function hasSameValues({ fields }: AppliedRule, draft: RecordDraft, other: RecordDocument): boolean {
  return fields.every(({ name }) => {
    const [own, theirs] = [listPlain(draft[name]), listPlain(other[name])];
    return own.some((one) => theirs.some((two) => sameValue(one, two)));
  });
}

/** The values of a field; of an EmailAddress its addresses, without what is said about each. */
function listPlain(value: JsonValue | undefined): readonly (JsonValue | undefined)[] {
  return [value].flat().map((one) => (isObject(one) && one['email_address'] !== undefined ? one['email_address'] : one));
}

/** The matches that the actor may see whole, and the number of the others that they may be told about. */
async function pickVisible(
  attempt: SaveAttempt,
  request: SaveRequest,
  rule: AppliedRule,
  draft: RecordDraft,
  matches: readonly RecordDocument[],
): Promise<Compared> {
  const { module, trusted } = request;
  const { rights } = attempt.scope;
  if (trusted || rights.unrestricted || matches.length === 0) return { shown: matches, hidden: 0 };
  const unseen = rights.module(module.name).access ? await findInvisible(attempt, module, matches) : undefined;
  const isReadable = (record: NamedRecord): boolean => rule.fields.every(({ name }) => mayRead(attempt, request, record, name));
  const isShown = (one: RecordDocument): boolean => unseen?.has(one._id) === false && isReadable(draft) && isReadable(one);
  const shown = matches.filter(isShown);
  const hidden = matches.filter((one) => !isShown(one) && isReported(attempt, module, rule, draft, one));
  return { shown, hidden: hidden.length };
}

type NamedRecord = RecordDraft | RecordDocument;

/** Whether both have the same name, and the rule compares more than what the name consists of. */
function isReported(
  { scope }: SaveAttempt,
  module: CompiledModule,
  { fields }: AppliedRule,
  draft: RecordDraft,
  other: RecordDocument,
): boolean {
  const { nameField } = module;
  const { nameSources } = metadataOf(module);
  if (fields.every(({ name }) => name === nameField || name === 'name' || nameSources.has(name))) return false;
  if (fields.some(({ name }) => name === nameField)) return true;
  const field = module.fields.get(nameField);
  if (field === undefined) return false;
  const context = fieldContext(field, (name) => scope.snapshot.modules.has(name));
  const [own, theirs] = [draft, other].map((record) => field.type.toKey(record[nameField], context));
  return own !== undefined && own !== '' && sameValue(own, theirs);
}

function mayRead({ scope }: SaveAttempt, { module, trusted }: SaveRequest, record: NamedRecord, name: string): boolean {
  const field = planOf(scope, module).fields.get(name);
  return trusted || scope.rights.unrestricted || (field !== undefined && canReadField(field, scope, record as RecordDocument));
}

function createDuplicatesError(
  attempt: SaveAttempt,
  request: SaveRequest,
  { fields }: AppliedRule,
  { shown, hidden }: Compared,
): MusterError {
  const { module } = request;
  const reasons = fields.map(({ label }) => ({ text: `${label} is the same`, speaksFor: true }));
  const matches = shown.slice(0, MAX_SHOWN).map((record) => ({
    _id: record._id,
    name: mayRead(attempt, request, record, module.nameField) ? toText(record[module.nameField]) : module.labelSingular,
    score: 100,
    reasons,
    createdAt: mayRead(attempt, request, record, 'createdAt') ? (record['createdAt'] ?? null) : null,
  }));
  const mayKeep = module.definition.duplicates?.action === 'warn';
  return new MusterError('possible_duplicates', { values: { module: module.label }, data: { matches, hidden, mayKeep } });
}

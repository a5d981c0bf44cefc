import type { AccessScope } from '../../access/index.ts';
import type { VisibleRecord } from '../../records/index.ts';
import type { CompiledModule } from '#engine/model/compiled';
import { isMissing, isObject } from '#engine/model/field-types';
import { formatField } from '#engine/model/keys';
import { foldText, toText, type JsonObject, type JsonValue } from '#engine/model/values';
import type { ImportDuplicateAction, ImportRowState } from '#engine/model/wire';
import type { ImportContext } from '../import-context.ts';
import type { StagedRow } from '../read/stage-file.ts';
import type { StoredImport, StoredProblem } from '../stored-import.ts';
import { mergeParts } from '../translate/read-cell.ts';
import { RowTranslator, type MissingLink, type TranslatedRow } from '../translate/translate-rows.ts';
import { findMatches, identitiesOf, type MatchRule } from './match-records.ts';

/** What is to be done with a row. */
export interface PlannedRow {
  /** Its place in the chunk. */
  readonly place: number;
  readonly number: number;
  readonly state: ImportRowState;
  /** What is saved: all values of a new record, the changed ones of another. */
  readonly fields: JsonObject;
  /** The record that it changes. */
  readonly record: string | undefined;
  /** Texts of the changed values, by column. */
  readonly was: { readonly [column: string]: string };
  readonly problems: readonly StoredProblem[];
  readonly missing: readonly MissingLink[];
  /** An earlier row of the file is about the same record, which is saved first. */
  readonly isRepeated: boolean;
}

/** The identities of rows so far: of those that are new, and of the records that rows change. */
export type SeenRows = Set<string>;

/** Plans the rows of an import: their values, the records that they match, and what they would do. */
export class RowPlanner {
  readonly translator: RowTranslator;
  readonly scope: AccessScope;
  readonly module: CompiledModule;
  readonly #context: ImportContext;
  readonly #import: StoredImport;
  readonly #rule: MatchRule;

  constructor(context: ImportContext, scope: AccessScope, module: CompiledModule, stored: StoredImport) {
    this.#context = context;
    this.#import = stored;
    this.scope = scope;
    this.module = module;
    this.translator = new RowTranslator(context, scope, module, stored);
    this.#rule = ruleOf(stored);
  }

  /** Plans rows; `seen` gets what identifies them. Errors: of the store, those of the search for matches. */
  async plan(rows: readonly StagedRow[], seen: SeenRows): Promise<readonly PlannedRow[]> {
    const translated = await this.translator.translate(rows);
    const usable = translated.filter(({ problems }) => problems.length === 0);
    const matches = await this.#match(usable);
    return translated.map((row, place) => this.#planRow(row, place, matches, seen));
  }

  /** The fields of records that are compared with those of rows. */
  get #fields(): readonly string[] {
    const own = this.translator.columns.flatMap(({ target }) => target.field?.name ?? []);
    return [...new Set([...own, ...Object.keys(this.#import.constants), this.module.nameField])].filter((name) =>
      this.scope.rights.unrestricted ? true : this.scope.rights.field(this.module.name, name).read !== 'none',
    );
  }

  async #match(rows: readonly TranslatedRow[]): Promise<ReadonlyMap<string, readonly VisibleRecord[]>> {
    if (this.#rule.by.length === 0 || rows.length === 0) return new Map();
    return findMatches(this.#context, this.scope.actor, this.module, this.#rule, rows, this.#fields);
  }

  #planRow(row: TranslatedRow, place: number, matches: ReadonlyMap<string, readonly VisibleRecord[]>, seen: SeenRows): PlannedRow {
    const { number, fields, missing } = row;
    const base = { place, number, fields, record: undefined, was: {}, problems: row.problems, missing, isRepeated: false };
    const refuse = (field: string | null, code: string, text: string): PlannedRow => ({
      ...base,
      state: 'problem',
      problems: [{ column: this.#columnOf(field), field, code, text }],
    });
    if (row.problems.length > 0) return { ...base, state: 'problem' };
    const identities = identitiesOf(this.module, this.#rule, row);
    const records = [...new Map(identities.flatMap((one) => matches.get(one) ?? []).map((record) => [record._id, record])).values()];
    if (records.length > 1) return refuse(null, 'matches_several', this.#describeSeveral(records));
    const marks = [...identities, ...records.map(({ _id }) => `_id|${_id}`)];
    const isRepeated = marks.some((mark) => seen.has(mark));
    for (const mark of marks) seen.add(mark);
    const [record] = records;
    if (record !== undefined) return this.#planChange({ ...base, isRepeated }, record);
    const { program } = this.#import;
    if (program !== null && program.key.length > 0 && identities.length === 0 && !(program.mode === 'upsert' && program.key[0] === '_id'))
      return refuse(program.key[0] ?? null, 'required', 'This says which record is meant: enter it');
    if (isRepeated) return { ...base, isRepeated, state: this.#action === 'skip' ? 'skip' : 'update' };
    if (program?.mode === 'update' || (row.id !== undefined && this.#rule.by.includes('_id')))
      return refuse(null, 'record_not_found', `There is no such ${this.module.labelSingular}`);
    return { ...base, state: 'new' };
  }

  get #action(): ImportDuplicateAction {
    return this.#import.duplicates.action;
  }

  #columnOf(field: string | null): number | null {
    return this.translator.columns.find(({ target }) => target.name === field)?.choice.index ?? null;
  }

  #describeSeveral(records: readonly VisibleRecord[]): string {
    const names = records.slice(0, 3).map((record) => toText(record[this.module.nameField]) || record._id);
    return `Matches ${records.length} records: ${names.join(', ')}${records.length > names.length ? ' …' : ''}`;
  }

  #planChange(base: Omit<PlannedRow, 'state'>, record: VisibleRecord): PlannedRow {
    const found = { ...base, record: record._id };
    if (this.#action === 'skip') return { ...found, fields: {}, state: 'skip' };
    const fields: { [name: string]: JsonValue } = {};
    const was: { [column: string]: string } = {};
    for (const [name, value] of Object.entries(base.fields)) {
      if (this.#isMatchOnly(name)) continue;
      const before = record[name];
      const isAddress = this.module.fields.get(name)?.definition.inputType === 'Address';
      const whole = isAddress ? mergeParts(before, value) : value;
      const after = this.#action === 'merge' ? fillValue(before, value) : whole;
      if (after === undefined || isSame(before, after)) continue;
      fields[name] = after;
      this.#describeBefore(name, before, was);
    }
    // A record that does not exist yet, and is named by a row, changes what the row saves.
    const isChanged = Object.keys(fields).length > 0 || base.missing.length > 0;
    return { ...found, fields, was, state: isChanged ? 'update' : 'unchanged' };
  }

  #isMatchOnly(name: string): boolean {
    return this.translator.columns.some(({ target }) => target.isMatchOnly && target.field?.name === name);
  }

  /** What a field contained, as a text, for the columns that change it. Ids of records say nothing to people. */
  #describeBefore(name: string, before: JsonValue | undefined, was: { [column: string]: string }): void {
    const field = this.module.fields.get(name);
    if (field === undefined || isMissing(before)) return;
    for (const { target, choice, read } of this.translator.columns) {
      if (target.field?.name !== name || read === undefined) continue;
      const value = target.part !== undefined && isObject(before) ? toText(before[target.part]) : formatField(field, before);
      if (value !== '') was[String(choice.index)] = value;
    }
  }
}

function ruleOf({ program, duplicates }: StoredImport): MatchRule {
  if (program !== null) return { by: program.key, all: true };
  return { by: duplicates.action === 'allow' ? [] : duplicates.by, all: false };
}

/** The value of an empty field; of a list of e-mail addresses with those that it lacks. Undefined: the field stays as it is. */
function fillValue(before: JsonValue | undefined, value: JsonValue): JsonValue | undefined {
  if (isMissing(before)) return value;
  if (isObject(before) && isObject(value)) {
    const missing = Object.entries(value).filter(([part]) => isMissing(before[part]));
    return missing.length === 0 ? undefined : { ...before, ...Object.fromEntries(missing) };
  }
  const isEmails = [before, value].every((list) => isList(list) && list.every((one) => isObject(one) && 'email_address' in one));
  if (!isEmails) return undefined;
  const own = before as readonly JsonObject[];
  const known = new Set(own.map((one) => foldText(toText(one['email_address']))));
  const added = (value as readonly JsonObject[]).filter((one) => !known.has(foldText(toText(one['email_address']))));
  return added.length === 0 ? undefined : [...own, ...added.map((one) => ({ ...one, primary: false }))];
}

/** Whether two values in their stored form are the same; the order of the parts of an object does not matter. */
function isSame(one: JsonValue | undefined, two: JsonValue | undefined): boolean {
  if (isObject(one) && isObject(two)) {
    const names = new Set([...Object.keys(one), ...Object.keys(two)]);
    return [...names].every((name) => isSame(one[name], two[name]));
  }
  if (isList(one) && isList(two)) return one.length === two.length && one.every((each, at) => isSame(each, two[at]));
  return one === two || (isMissing(one) && isMissing(two));
}

function isList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}

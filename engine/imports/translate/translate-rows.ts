import { timeZoneOf, type AccessScope } from '../../access/index.ts';
import type { CompiledModule } from '#engine/model/compiled';
import type { InputType } from '#engine/model/definitions';
import { isMissing } from '#engine/model/field-types';
import { zoneClock } from '#engine/model/time';
import { foldText, type JsonValue } from '#engine/model/values';
import type { ImportColumnChoice } from '#engine/model/wire';
import type { ImportContext } from '../import-context.ts';
import { listTargets, type ImportTarget } from '../mapping/importable-fields.ts';
import { findDateOrder, findDecimal, textOfCell } from '../read/profile-columns.ts';
import type { SourceCell } from '../read/source.ts';
import type { StagedRow } from '../read/stage-file.ts';
import type { StoredImport, StoredProblem } from '../stored-import.ts';
import type { Suggestion } from './find-option.ts';
import { LinkFinder } from './link-finder.ts';
import { createCellReader, mergeParts, splitText, type CellReader, type CellResult, type CellRules } from './read-cell.ts';

/** A column that is imported. */
export interface ImportedColumn {
  readonly choice: ImportColumnChoice;
  readonly target: ImportTarget;
  /** Reads its cells; undefined: they name records. */
  readonly read: CellReader | undefined;
  /** The modules of the records that its cells name. */
  readonly modules: readonly string[];
}

/** A record that a row names and that does not exist. */
export interface MissingLink {
  readonly column: ImportedColumn;
  readonly module: string;
  readonly text: string;
}

/** A row with the values of its fields. */
export interface TranslatedRow {
  readonly number: number;
  /** Without empty cells. An address of several columns has the parts that they have. */
  readonly fields: { readonly [name: string]: JsonValue };
  /** The id that the row says which record it is about. */
  readonly id: string | undefined;
  readonly problems: readonly StoredProblem[];
  readonly missing: readonly MissingLink[];
}

const LINKS: ReadonlySet<InputType> = new Set<InputType>(['Relate', 'MultiRelate', 'FlexRelate', 'MultiFlexRelate']);
const FLEX: ReadonlySet<InputType> = new Set<InputType>(['FlexRelate', 'MultiFlexRelate']);
const SEVERAL: ReadonlySet<InputType> = new Set<InputType>(['MultiRelate', 'MultiFlexRelate']);

/** A text of a CSV file that a spreadsheet would execute is written with an apostrophe, also by exports of the product. */
const INERT_FORMULA = /^'(?=[=+\-@\t\r])/;

/** Translates the rows of an import, with the rights and definitions of one moment. */
export class RowTranslator {
  readonly columns: readonly ImportedColumn[];
  readonly links: LinkFinder;
  readonly #import: StoredImport;
  readonly #scope: AccessScope;
  readonly #cells: ReadonlyMap<string, string | null>;
  readonly #values: ReadonlyMap<string, string | null>;
  /** Why records that rows name could not be created. */
  readonly #refusals = new Map<string, string>();

  constructor(context: ImportContext, scope: AccessScope, module: CompiledModule, stored: StoredImport) {
    this.#import = stored;
    this.#scope = scope;
    const targets = listTargets(scope, module, stored.file.format);
    this.links = new LinkFinder(context, scope.actor, scope.snapshot);
    this.columns = stored.columns.flatMap((choice) => {
      const target = targets.get(choice.field ?? '');
      return target === undefined ? [] : [this.#makeColumn(choice, target, context)];
    });
    const { cells, values } = stored.corrections;
    this.#cells = new Map(cells.map(({ row, column, value }) => [`${row}:${column}`, value]));
    this.#values = new Map(values.map(({ column, text, value }) => [`${column}:${foldText(text)}`, value]));
  }

  #makeColumn(choice: ImportColumnChoice, target: ImportTarget, { clock }: ImportContext): ImportedColumn {
    const { snapshot } = this.#scope;
    const inputType = target.field?.definition.inputType;
    const isLink = inputType !== undefined && LINKS.has(inputType);
    const profile = this.#import.profiles[choice.index];
    const timeZone = timeZoneOf(snapshot);
    const rules: CellRules = {
      dateOrder: choice.dateOrder ?? (profile === undefined ? 'MDY' : findDateOrder(profile)),
      decimal: choice.decimal ?? (profile === undefined ? '.' : findDecimal(profile)),
      separator: choice.separator,
      timeZone,
      year: Number(zoneClock(timeZone).dayOf(clock.now()).slice(0, 4)),
      hasModule: (name) => snapshot.modules.has(name),
    };
    const refs = target.field?.refs ?? [];
    return { choice, target, read: isLink ? undefined : createCellReader(target, rules), modules: isLink ? refs : [] };
  }

  /** The definitions that it translates with. */
  get snapshot(): AccessScope['snapshot'] {
    return this.#scope.snapshot;
  }

  /** A cell as it is read: as in the file, or as corrected. */
  cellOf({ number, cells }: StagedRow, index: number): { readonly cell: SourceCell; readonly isCorrected: boolean } {
    const own = this.#cells.get(`${number}:${index}`);
    if (own !== undefined) return { cell: own, isCorrected: true };
    const cell = cells[index] ?? null;
    if (typeof cell !== 'string' || cell === '') return { cell, isCorrected: false };
    const text = this.#import.file.format === 'csv' ? cell.replace(INERT_FORMULA, '') : cell;
    const corrected = this.#values.size === 0 ? undefined : this.#values.get(`${index}:${foldText(text)}`);
    return corrected === undefined ? { cell: text, isCorrected: false } : { cell: corrected, isCorrected: true };
  }

  /** Values that a text of a column may mean. */
  suggest(index: number, text: string): readonly Suggestion[] {
    const result = this.columns.find(({ choice }) => choice.index === index)?.read?.(text);
    return result?.ok === false ? result.suggestions : [];
  }

  /** The rows with the values of their fields. Errors: of the store. */
  async translate(rows: readonly StagedRow[]): Promise<readonly TranslatedRow[]> {
    for (const column of this.columns) {
      if (column.read !== undefined) continue;
      const texts = rows.flatMap((row) => linkTexts(column, this.cellOf(row, column.choice.index).cell));
      await this.links.load(column.modules, column.choice.linkBy, texts);
    }
    return rows.map((row) => this.#translateRow(row));
  }

  #translateRow(row: StagedRow): TranslatedRow {
    const fields: { [name: string]: JsonValue } = {};
    const problems: StoredProblem[] = [];
    const missing: MissingLink[] = [];
    let id: string | undefined;
    if (row.count !== undefined) problems.push(describeUneven(row, this.#import.headers.length));
    for (const column of this.columns) {
      const { cell } = this.cellOf(row, column.choice.index);
      if (isMissing(cell)) continue;
      const { field, part, name } = column.target;
      const result = column.read === undefined ? this.#readLinks(column, cell, missing) : column.read(cell);
      if (!result.ok) problems.push({ column: column.choice.index, field: field?.name ?? name, code: result.code, text: result.text });
      else if (result.value === undefined) continue;
      else if (field === undefined) id = typeof result.value === 'string' ? result.value : undefined;
      else if (part === undefined) fields[field.name] = result.value;
      else fields[field.name] = mergeParts(fields[field.name] ?? {}, { [part]: result.value }) ?? {};
    }
    return { number: row.number, fields: { ...this.#import.constants, ...fields }, id, problems, missing };
  }

  #readLinks(column: ImportedColumn, cell: SourceCell, missing: MissingLink[]): CellResult {
    const { field } = column.target;
    if (typeof cell === 'object') return { ok: true, value: cell ?? undefined };
    const inputType = field?.definition.inputType ?? 'Relate';
    const values: JsonValue[] = [];
    for (const text of linkTexts(column, cell)) {
      const found = this.links.find(column.modules, text);
      if (found.length > 1) return { ok: false, code: 'link_several', text: `${found.length} records are named ${text}`, suggestions: [] };
      const [only] = found;
      if (only !== undefined) values.push(FLEX.has(inputType) ? { module: only.module, id: only.id } : only.id);
      else {
        const refusal = this.#noteMissing(column, text, missing);
        if (refusal !== undefined) return refusal;
      }
    }
    if (values.length === 0) return { ok: true, value: undefined };
    return { ok: true, value: SEVERAL.has(inputType) ? values : values[0] };
  }

  /** Notes that a record that rows name could not be created: those rows are refused. */
  refuseMissing({ modules }: ImportedColumn, text: string, reason = 'It was not saved.'): void {
    this.#refusals.set(`${modules[0]}|${foldText(text)}`, reason);
  }

  /** Notes a record that is to be created; a problem if it is not. */
  #noteMissing(column: ImportedColumn, text: string, missing: MissingLink[]): CellResult | undefined {
    const [name] = column.modules;
    const { snapshot, rights } = this.#scope;
    const module = name === undefined ? undefined : snapshot.module(name);
    const label = module?.labelSingular ?? 'record';
    const fail = (reason: string): CellResult => ({ ok: false, code: 'link_missing', text: reason, suggestions: [] });
    if (module === undefined || column.choice.createMissing !== true || column.modules.length > 1)
      return fail(`No ${label} is named ${text}`);
    // Users are invited, and rights are given by hand.
    const mayCreate = !['users', 'teams', 'roles'].includes(module.name) && (rights.unrestricted || rights.module(module.name).create);
    if (!mayCreate) return fail(`No ${label} is named ${text}, and you may not create one`);
    const refusal = this.#refusals.get(`${module.name}|${foldText(text)}`);
    if (refusal !== undefined) return fail(`The ${label} ${text} cannot be created: ${refusal}`);
    missing.push({ column, module: module.name, text });
    return undefined;
  }
}

/** The names of records in a cell. */
function linkTexts({ choice, target }: ImportedColumn, cell: SourceCell): readonly string[] {
  if (cell === null || typeof cell === 'object') return [];
  const text = textOfCell(cell).trim();
  if (text === '') return [];
  return SEVERAL.has(target.field?.definition.inputType ?? 'Relate') ? splitText(text, choice.separator, /[;\n]+/) : [text];
}

function describeUneven({ count = 0 }: StagedRow, columns: number): StoredProblem {
  const text = `This row has ${count} values, and there are ${columns} columns`;
  return { column: null, field: null, code: 'row_uneven', text };
}

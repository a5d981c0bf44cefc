import type { ImportColumnChoice, ImportColumnView, ImportCorrections, ImportFieldView, ImportView } from '#engine/model/wire';
import { foldText, type JsonValue } from '#engine/model/values';
import type { ImportChange } from '../../client/index.ts';

/** The choice in a column as it is stored: what is shown of it is left out. */
export function toChoice({ index, field, dateOrder, decimal, separator, linkBy, createMissing }: ImportColumnChoice): ImportColumnChoice {
  return {
    index,
    field,
    ...(dateOrder === undefined ? {} : { dateOrder }),
    ...(decimal === undefined ? {} : { decimal }),
    ...(separator === undefined ? {} : { separator }),
    ...(linkBy === undefined ? {} : { linkBy }),
    ...(createMissing === undefined ? {} : { createMissing }),
  };
}

/** Whether two columns cannot be imported as these fields together: the same one, or an address and a part of it. */
export function areRivals(one: string | null, other: string | null): boolean {
  if (one === null || other === null) return false;
  return one === other || one.startsWith(`${other}.`) || other.startsWith(`${one}.`);
}

/** All choices after one column is imported as something else; a column that was imported as the same is not imported any more. */
export function chooseField(columns: readonly ImportColumnChoice[], index: number, field: string | null): readonly ImportColumnChoice[] {
  return columns.map((column) => {
    if (column.index === index) return column.field === field ? toChoice(column) : { index, field };
    return areRivals(column.field, field) ? { index: column.index, field: null } : toChoice(column);
  });
}

/** All choices after the options of one column changed; undefined removes an option. */
export function changeOptions(
  columns: readonly ImportColumnChoice[],
  index: number,
  options: { readonly [name in keyof Omit<ImportColumnChoice, 'index' | 'field'>]: ImportColumnChoice[name] | undefined },
): readonly ImportColumnChoice[] {
  return columns.map((column) => {
    if (column.index !== index) return toChoice(column);
    const entries = Object.entries({ ...toChoice(column), ...options }).filter(([, value]) => value !== undefined);
    return Object.fromEntries(entries) as unknown as ImportColumnChoice;
  });
}

/** What is chosen for an import, with the changes that are not stored yet. */
export interface ShownChoices {
  readonly columns: readonly ImportColumnView[];
  readonly constants: { readonly [field: string]: JsonValue };
  readonly duplicates: ImportView['duplicates'];
  readonly corrections: ImportCorrections;
}

/** The choices as they are shown: what was changed has priority over what is stored. */
export function showChoices(view: ImportView, edits: ImportChange, fields: readonly ImportFieldView[]): ShownChoices {
  return {
    columns: edits.columns === undefined ? view.columns : view.columns.map((column) => showColumn(column, edits.columns ?? [], fields)),
    constants: edits.constants ?? view.constants,
    duplicates: edits.duplicates ?? view.duplicates,
    corrections: edits.corrections ?? view.corrections,
  };
}

function showColumn(
  stored: ImportColumnView,
  choices: readonly ImportColumnChoice[],
  fields: readonly ImportFieldView[],
): ImportColumnView {
  const { index, header, refused, samples, problems } = stored;
  const choice = choices.find((one) => one.index === index) ?? { index, field: null };
  const field = fields.find((one) => one.field === choice.field);
  return {
    ...choice,
    ...{ header, refused, samples, label: field?.label ?? null, inputType: field?.inputType ?? null },
    problems: choice.field === stored.field ? problems : 0,
  };
}

/** A correction of one cell, or of all cells of its column with the same text. */
export interface Correction {
  readonly row: number;
  readonly column: number;
  /** The text that the cells have now. */
  readonly text: string;
  /** Null empties them. */
  readonly value: string | null;
  readonly forAll: boolean;
}

/** Texts that differ in capitals or spaces alone are corrected together. */
function isSameText(one: string, other: string): boolean {
  return foldText(one) === foldText(other);
}

/** The corrections with one more; an earlier one of the same cell or text is replaced. */
export function addCorrection({ cells, values }: ImportCorrections, correction: Correction): ImportCorrections {
  const { row, column, text, value, forAll } = correction;
  const otherCells = cells.filter((one) => one.row !== row || one.column !== column);
  if (!forAll) return { cells: [...otherCells, { row, column, value }], values };
  const otherValues = values.filter((one) => one.column !== column || !isSameText(one.text, text));
  return { cells: otherCells, values: [...otherValues, { column, text, value }] };
}

/** The corrections without that of a cell; without one of its own, that of all cells with its text. */
export function removeCorrection({ cells, values }: ImportCorrections, row: number, column: number, text: string): ImportCorrections {
  const otherCells = cells.filter((one) => one.row !== row || one.column !== column);
  if (otherCells.length < cells.length) return { cells: otherCells, values };
  return { cells, values: values.filter((one) => one.column !== column || (one.value ?? '') !== text) };
}

/** The text that a cell will have by corrections that are not checked yet; undefined: it has it already. */
export function findPendingText(
  { cells, values }: ImportCorrections,
  cell: { readonly row: number; readonly column: number; readonly text: string },
): string | undefined {
  const own = cells.find((one) => one.row === cell.row && one.column === cell.column);
  const found = own ?? values.find((one) => one.column === cell.column && isSameText(one.text, cell.text));
  if (found === undefined) return undefined;
  const text = found.value ?? '';
  return text === cell.text ? undefined : text;
}

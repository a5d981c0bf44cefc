import type { CompiledField } from '../compiled/compiled-module.ts';
import { isObject } from '../field-types/field-type.ts';
import type { JsonObject, JsonValue } from '../values/json.ts';

/** The name that replaces the name of a module. */
export type RenameModule = (name: string) => string;

const LINKS: ReadonlySet<string> = new Set(['FlexRelate', 'MultiFlexRelate']);
const NAMES: ReadonlySet<string> = new Set(['Module', 'MultiModule']);

/** Whether values of this type name modules. */
export function namesModules({ inputType }: { readonly inputType: string }): boolean {
  return LINKS.has(inputType) || NAMES.has(inputType);
}

/** Whether values of a field, or of the columns of its entries, contain names of modules. */
export function containsModuleNames({ definition, columns }: Pick<CompiledField, 'definition' | 'columns'>): boolean {
  return namesModules(definition) || columns.some(containsModuleNames);
}

/** A value of a field with other names of modules. What is no valid value stays as it is. */
export function renameModules(field: CompiledField, value: JsonValue, rename: RenameModule): JsonValue {
  const { inputType } = field.definition;
  if (NAMES.has(inputType)) return mapEntries(value, (entry) => (typeof entry === 'string' ? rename(entry) : entry));
  if (LINKS.has(inputType)) return mapEntries(value, (entry) => renameLink(entry, rename));
  const columns = field.columns.filter(containsModuleNames);
  return columns.length === 0 ? value : mapEntries(value, (entry) => renameCells(columns, entry, rename));
}

function mapEntries(value: JsonValue, map: (entry: JsonValue) => JsonValue): JsonValue {
  return Array.isArray(value) ? (value as readonly JsonValue[]).map(map) : map(value);
}

function renameLink(link: JsonValue, rename: RenameModule): JsonValue {
  const module = isObject(link) ? link['module'] : undefined;
  return typeof module === 'string' ? { ...(link as JsonObject), module: rename(module) } : link;
}

function renameCells(columns: readonly CompiledField[], entry: JsonValue, rename: RenameModule): JsonValue {
  if (!isObject(entry)) return entry;
  const cells: { [name: string]: JsonValue } = { ...entry };
  for (const column of columns) {
    const cell = Object.hasOwn(entry, column.name) ? entry[column.name] : undefined;
    if (cell !== undefined) cells[column.name] = renameModules(column, cell, rename);
  }
  return cells;
}

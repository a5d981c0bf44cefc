import type { JsonValue } from '#engine/model/values';
import type { ModuleSummary, ModuleView } from '#engine/model/wire';
import { findField, layoutItems, readRelate, readValue } from '../../headless/index.ts';
import { formatValue, textOf } from '../values/format-value.ts';

/** A selected record of a relate field. */
export interface RelateChoice {
  readonly _id: string;
  readonly name: string;
}

/** The name of a search result. */
export function nameOfFound(module: Pick<ModuleSummary, 'nameField'>, record: { readonly [field: string]: JsonValue | undefined }): string {
  const named = textOf(record[module.nameField] ?? record.name);
  return named === '' ? textOf(record._id) : named;
}

/** Distinguishes records with the same name: the first fields of the popup list other than the name. */
export function hintOfFound(module: ModuleView, record: { readonly [field: string]: JsonValue | undefined }): string {
  const items = layoutItems(module, 'popup-listview').filter((item) => item.field !== undefined && item.fieldName !== module.nameField);
  const parts = items.slice(0, 4).map((item) => {
    const field = item.field && findField(module, item.field.fieldName);
    const value = readValue(record, item.fieldName);
    if (field === undefined || value === undefined) return '';
    return item.part === undefined ? formatValue(module, field, value) : textOf(value);
  });
  return parts
    .filter((part) => part !== '')
    .slice(0, 3)
    .join(' · ');
}

/** Converts the value of a relate to a choice; undefined if it is empty. */
export function choiceOf(value: JsonValue | undefined): RelateChoice | undefined {
  const relate = readRelate(value);
  if (relate === undefined) return undefined;
  return { _id: relate._id, name: 'name' in relate && typeof relate.name === 'string' ? relate.name : '' };
}

import type { FieldView, ModuleView } from '#engine/model/wire';
import type { JsonValue } from '#engine/model/values';
import { formatValue, relateName, textOf } from '../../fields/values/index.ts';
import { isObject, isRelating, nameEntryLinks } from '../../headless/index.ts';
import { t } from '../../kit/index.ts';

/** The records that a value in the history refers to: it contains ids only. */
export function listLinkedIds(
  field: FieldView | undefined,
  value: JsonValue,
): { readonly module: string | undefined; readonly ids: readonly string[] } {
  const links = field !== undefined && isRelating(field) ? [value].flat().filter((one) => one !== null) : [];
  const [first] = links;
  const module = field?.refs.length === 1 ? field.refs[0] : isObject(first) ? textOf(first['module']) : undefined;
  return { module, ids: links.map(idOfLink).filter((id) => id !== '') };
}

function idOfLink(link: JsonValue): string {
  return isObject(link) ? textOf(link['id'] ?? link['_id']) : textOf(link);
}

/** A value of the history for display, with the names of the records that it refers to; never their ids. */
export function formatChange(
  module: ModuleView,
  field: FieldView | undefined,
  value: JsonValue,
  names: ReadonlyMap<string, string>,
): string {
  const empty = t('views.record.empty');
  if (value === null || value === '') return empty;
  if (field === undefined) return textOf(value);
  if (!isRelating(field)) return formatValue(module, field, nameEntryLinks(field, value, names)) || empty;
  const links = [value].flat().map(idOfLink);
  return links.map((id) => names.get(id) ?? relateName({ _id: id, hidden: true })).join(', ') || empty;
}

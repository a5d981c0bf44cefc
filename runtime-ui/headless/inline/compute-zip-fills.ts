import type { FieldView, ModuleView } from '#engine/model/wire';
import type { JsonObject, JsonValue } from '#engine/model/values';
import { findZip, getRecordWithRelationships, useSession } from '../../client/index.ts';
import { findDropdown, findField } from '../module/module-finders.ts';
import { isOwnRecord, isWritable } from '../record/ownership.ts';

type Place = Awaited<ReturnType<typeof findZip>>;
type Part = 'city' | 'state';

const PARTS: readonly Part[] = ['city', 'state'];

function zipIn(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' ? /^\d{5}/u.exec(value)?.[0] : undefined;
}

/** The location of a ZIP; undefined: it is invalid or unknown. */
async function findPlace(value: JsonValue | undefined): Promise<Place | undefined> {
  const zip = zipIn(value);
  return zip === undefined ? undefined : findZip(zip).catch(() => undefined);
}

/** The value of a filled field for a text from the ZIP: for a dropdown, the option with that value, if there is one. */
export function valueForText(module: ModuleView, field: FieldView, text: string): string | undefined {
  return field.inputType !== 'Dropdown' ? text : findDropdown(module, field)?.options.find((option) => option.value === text)?.value;
}

/**
 * The changes of city and state for a ZIP that is edited inline, as in the form: none if the user typed something other than what the
 * previous ZIP filled in. Reads the record, because a list has only a few of its fields.
 */
export async function computeZipFills(module: ModuleView, field: FieldView, id: string, value: JsonValue | undefined): Promise<JsonObject> {
  const names = field.zipAutofill;
  const found = names === undefined ? undefined : await findPlace(value);
  const record = found === undefined ? undefined : await getRecordWithRelationships(module.path, id).catch(() => undefined);
  if (names === undefined || found === undefined || record === undefined) return {};
  const isOwn = isOwnRecord(record, useSession.getState().user?._id);
  const before = await findPlace(record[field.fieldName]);
  const textOf = (part: Part): JsonValue => record[names[part] ?? ''] ?? '';
  if (PARTS.some((part) => textOf(part) !== '' && textOf(part) !== before?.[part])) return {};
  return Object.fromEntries(
    PARTS.flatMap((part) => {
      const filled = findField(module, names[part] ?? '');
      const next = filled === undefined || !isWritable(filled, isOwn) ? undefined : valueForText(module, filled, found[part]);
      return filled === undefined || next === undefined ? [] : [[filled.fieldName, next] as const];
    }),
  );
}

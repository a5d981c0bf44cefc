import { readTimeZone, zoneClock } from '#engine/model/time';
import type { ConditionContext } from '#engine/model/conditions';
import type { InputType } from '#engine/model/definitions';
import type { FieldView, ModuleView } from '#engine/model/wire';
import type { JsonObject, JsonValue } from '#engine/model/values';
import { useSession } from '../../client/index.ts';
import { entryColumnsOf } from '../module/entry-columns.ts';
import { isObject } from '../module/record-value.ts';
import type { Draft } from './draft.ts';
import { toWireValue } from './wire-value.ts';

/** What conditions see in addition to the record: the signed-in user, and the current day and time. */
export function readConditionContext(now: number = Date.now()): ConditionContext {
  const { user, roleNames, timeZone: setting } = useSession.getState();
  const timeZone = readTimeZone(setting);
  return {
    today: zoneClock(timeZone).dayOf(now),
    timeZone,
    now: new Date(now).toISOString(),
    ...(user === null ? {} : { user: { _id: user._id, userType: user.userType, roles: roleNames, teams: user.teams } }),
  };
}

const converted = new WeakMap<Draft, { readonly module: ModuleView; readonly record: JsonObject }>();

/**
 * The values of a draft or a record as the server would store them, so that conditions have the same results on both: relates
 * are ids, texts are trimmed, empty values and parts are absent. Only fields that the user may see are included.
 */
export function toConditionRecord(module: ModuleView, draft: Draft): JsonObject {
  const known = converted.get(draft);
  if (known?.module === module) return known.record;
  const entries = module.fields
    .filter(({ fieldName }) => Object.hasOwn(draft, fieldName))
    .map((field) => [field.fieldName, toStoredValue(field, draft[field.fieldName])] as const);
  const record = Object.fromEntries([['_id', draft['_id'] ?? null] as const, ...entries].filter(([, value]) => value !== null));
  converted.set(draft, { module, record });
  return record;
}

/** Types whose texts are stored as typed. */
const AS_TYPED: ReadonlySet<InputType> = new Set<InputType>(['Array', 'MessageListField', 'Object', 'TextArea']);

function toStoredValue(field: FieldView, value: JsonValue | undefined): JsonValue {
  const wire = toWireValue(field, value);
  if (field.entry !== undefined) {
    const columns = entryColumnsOf(field);
    return dropEmpty(wire, (cell, name) => {
      const column = columns.find(({ fieldName }) => fieldName === name);
      return column === undefined ? cell : toStoredValue(column, cell);
    });
  }
  if (AS_TYPED.has(field.inputType)) return typeof wire === 'string' && wire.trim() === '' ? null : wire;
  return typeof wire === 'object' ? dropEmpty(wire, trim) : trim(wire);
}

function trim(value: JsonValue): JsonValue {
  return typeof value === 'string' ? value.trim() || null : value;
}

/** The entries of lists and the properties of objects in their stored form, without those that are empty then. */
function dropEmpty(value: JsonValue, store: (part: JsonValue, name: string) => JsonValue): JsonValue {
  if (Array.isArray(value)) {
    const entries = value.map((entry: JsonValue) => (isObject(entry) ? dropEmpty(entry, store) : store(entry, '')));
    const filled = entries.filter((entry) => entry !== null);
    return filled.length === 0 ? null : filled;
  }
  if (!isObject(value)) return value;
  const parts = Object.entries(value).map(([name, part]) => [name, store(part, name)] as const);
  const filled = parts.filter(([, part]) => part !== null);
  return filled.length === 0 ? null : Object.fromEntries(filled);
}

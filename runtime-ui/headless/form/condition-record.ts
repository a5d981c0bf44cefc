import { readTimeZone, zoneClock } from '#engine/model/time';
import type { ConditionContext } from '#engine/model/conditions';
import type { FieldView, ModuleView } from '#engine/model/wire';
import type { JsonObject, JsonValue } from '#engine/model/values';
import { useSession } from '../../client/index.ts';
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
 * are ids, texts are trimmed, empty values are absent. Only fields that the user may see are included.
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

function toStoredValue(field: FieldView, value: JsonValue | undefined): JsonValue {
  const wire = toWireValue(field, value);
  if (typeof wire !== 'string') return wire;
  const trimmed = wire.trim();
  return trimmed === '' ? null : field.inputType === 'TextArea' ? wire : trimmed;
}

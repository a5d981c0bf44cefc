import type { CompiledField } from '#engine/model/compiled';
import type { WorkflowSpan, WorkflowValue } from '#engine/model/definitions';
import { isDay, parseInstant } from '#engine/model/field-types';
import { zoneClock, type ZoneClock } from '#engine/model/time';
import type { JsonValue } from '#engine/model/values';
import { MusterError } from '../../../errors/index.ts';
import { timeZoneOf } from '../../../access/index.ts';
import type { StepContext } from '../runs/step-context.ts';
import { addSpan, addSpanToDay } from './add-span.ts';
import { fillText } from './fill-text.ts';

/** The values of a step by field name, for fields of a module. Errors: `workflow_field_missing`, those of reading records. */
export async function computeValues(
  context: StepContext,
  fields: ReadonlyMap<string, CompiledField>,
  values: { readonly [field: string]: WorkflowValue },
  label: string,
): Promise<{ [field: string]: JsonValue }> {
  const computed: { [field: string]: JsonValue } = {};
  for (const [name, value] of Object.entries(values)) {
    const field = fields.get(name);
    if (field === undefined) throw new MusterError('workflow_field_missing', { values: { field: name, module: label } });
    computed[name] = await computeValue(context, value, field);
  }
  return computed;
}

/** The value of a step, in the form of the field that it is for. */
export async function computeValue(context: StepContext, value: WorkflowValue, field?: CompiledField): Promise<JsonValue> {
  if ('value' in value) return value.value as JsonValue;
  if ('text' in value) return fillText(context, value.text);
  if ('user' in value) return readUser(context, value.user);
  const zone = zoneClock(timeZoneOf(context.scope.snapshot));
  if ('date' in value) {
    const now = context.services.clock.now();
    return toDate(value.date === 'today' ? zone.dayOf(now) : new Date(now).toISOString(), value.add, zone, field);
  }
  const found = (await context.values.find(value.field)).value ?? null;
  const isDate = typeof found === 'string' && (isDay(found) || parseInstant(found) !== undefined) && isDateField(field);
  return isDate ? toDate(found, value.add, zone, field) : found;
}

function isDateField(field: CompiledField | undefined): boolean {
  return field === undefined || field.type.name === 'Date' || field.type.name === 'DateTime';
}

async function readUser({ actor, values }: StepContext, who: 'current' | 'owner'): Promise<JsonValue> {
  return who === 'current' ? (actor.userId ?? null) : ((await values.record())['assigned_to'] ?? null);
}

/** A day or date-time with a span added, as a day for a Date and as a date-time for a DateTime. */
function toDate(text: string, add: WorkflowSpan | undefined, zone: ZoneClock, field: CompiledField | undefined): JsonValue {
  const moved = add === undefined ? text : isDay(text) ? addToDay(text, add, zone, field) : addToInstant(text, add, zone);
  if (field?.type.name === 'Date' && !isDay(moved)) return zone.dayOf(parseInstant(moved) ?? 0);
  if (field?.type.name === 'DateTime' && isDay(moved)) return new Date(zone.startOfDay(moved)).toISOString();
  return moved;
}

/** Hours and minutes count only where the field has a time of day. */
function addToDay(day: string, add: WorkflowSpan, zone: ZoneClock, field: CompiledField | undefined): string {
  return field?.type.name === 'DateTime' ? new Date(addSpan(zone.startOfDay(day), add, zone)).toISOString() : addSpanToDay(day, add);
}

function addToInstant(text: string, add: WorkflowSpan, zone: ZoneClock): string {
  const instant = parseInstant(text);
  return instant === undefined ? text : new Date(addSpan(instant, add, zone)).toISOString();
}

import { startOfNext, type TimeUnit } from '#engine/model/filter';
import { dayToTimestamp, timestampToDay, zoneClock } from '#engine/model/time';
import type { CompiledField, Key } from '#engine/model/compiled';
import type { JsonObject } from '#engine/model/values';
import type { FigureStep } from './contract.ts';

/** The records of a group, in the filter grammar. `name`: the field, or the part of an Address. */
export function createGroupFilter(field: CompiledField, step: FigureStep, timeZone: string, key: Key | null): JsonObject {
  const { field: name, unit } = step;
  const { inputType } = field.definition;
  if (inputType === 'Checkbox') return { [name]: key === 1 };
  if (key === null) return { [name]: { exists: false } };
  if (unit !== undefined)
    return { [name]: { range: inputType === 'Date' ? daysOf(unit, String(key)) : instantsOf(unit, String(key), timeZone) } };
  if (inputType === 'FlexRelate' || inputType === 'MultiFlexRelate') return { [name]: { equals: readLinkKey(key) } };
  return { [name]: key };
}

/** The record that a key of a FlexRelate names: `module:id`. */
export function readLinkKey(key: Key): { readonly module: string; readonly id: string } {
  const text = String(key);
  const colon = text.indexOf(':');
  return { module: text.slice(0, colon), id: text.slice(colon + 1) };
}

/** The records of none of these groups. */
export function createOthersFilter(filters: readonly JsonObject[]): JsonObject {
  return { not: { or: filters } };
}

function daysOf(unit: TimeUnit, start: string): JsonObject {
  if (unit === 'hour') return { gte: start.slice(0, 10), lte: start.slice(0, 10) };
  return { gte: start, lte: timestampToDay(dayToTimestamp(startOfNext(unit, start)) - 86_400_000) };
}

function instantsOf(unit: TimeUnit, start: string, timeZone: string): JsonObject {
  const clock = zoneClock(timeZone);
  const instant = (local: string): string => {
    const time = unit === 'hour' ? Date.parse(`${local}:00:00Z`) : dayToTimestamp(local);
    return new Date(clock.instantAt(time)).toISOString();
  };
  return { gte: instant(start), lt: instant(startOfNext(unit, start)) };
}

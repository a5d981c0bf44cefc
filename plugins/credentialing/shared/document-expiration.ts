import type { JsonObject, JsonValue } from '#engine/model';

/** The day `months` after a day; the last of the month if it has no such day. */
function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))).toISOString().slice(0, 10);
}

/**
 * The day until which a document of a type is valid that is accepted on a day, by the setting. Undefined: the setting does not list the
 * type.
 */
export function findDefaultExpiration(setting: JsonValue | undefined, type: string | undefined, day: string): string | undefined {
  if (type === undefined || !Array.isArray(setting)) return undefined;
  const entry = (setting as readonly JsonObject[]).find(({ document_type }) => document_type === type);
  const months = Number(entry?.['valid_months'] ?? 0);
  return months > 0 ? addMonths(day, months) : undefined;
}

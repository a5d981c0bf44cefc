import type { JsonObject, JsonValue } from '#engine/model';

/** A condition of a report. */
export interface ReportCondition {
  readonly fieldName: string;
  readonly operator: string;
  readonly value: JsonValue;
}

const DAY = /^today(?:\s*([+-])\s*(\d{1,4}))?$/;

/**
 * Replaces the short forms of days, 'today', 'today+30' and 'today-7', by the variable of the filter grammar, also inside lists and
 * ranges. Other variables stay as they are.
 */
function fillDays(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map((one: JsonValue) => fillDays(one));
  if (typeof value === 'object' && value !== null && (value as JsonObject)['$'] !== undefined) return value;
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value as JsonObject).map(([name, one]) => [name, fillDays(one)]));
  const [found, sign, days] = typeof value === 'string' ? (DAY.exec(value.trim()) ?? []) : [];
  if (found === undefined) return value;
  return days === undefined ? { $: 'today' } : { $: 'today', days: Number(`${sign ?? '+'}${days}`) };
}

/** The filter of the conditions, all of which must hold; incomplete conditions, also those without a value, are left out. */
export function toSearchTerms(conditions: readonly ReportCondition[]): JsonObject {
  const terms = conditions
    .filter(({ fieldName, operator, value }) => fieldName !== '' && operator !== '' && value !== null)
    .map(({ fieldName, operator, value }): JsonObject => ({ [fieldName]: { [operator]: fillDays(value) } }));
  return terms.length === 0 ? {} : { and: terms };
}

/** The conditions of a stored report. */
export function readConditions(value: JsonValue | undefined): readonly ReportCondition[] {
  if (!Array.isArray(value)) return [];
  return (value as readonly JsonValue[]).flatMap((entry) => {
    if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return [];
    const { fieldName, operator, value: operand = null } = entry as JsonObject;
    return typeof fieldName === 'string' && typeof operator === 'string' ? [{ fieldName, operator, value: operand }] : [];
  });
}

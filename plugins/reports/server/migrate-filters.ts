import { paginateRecords, type PluginContext } from '#engine';
import type { JsonObject, JsonValue } from '#engine/model';

/** What the migration runs with. */
type MigrationContext = Parameters<typeof paginateRecords>[0] & Pick<PluginContext, 'records'>;

/** A day in the short form: 'today', 'today+30' or 'today - 7'. */
const DAY = /^today(?:\s*([+-])\s*(\d{1,4}))?$/;
/** Records that are marked as deleted too: they may be restored. */
const ALL = { deleted: { in: [true, false] } };

/** Replaces the conditions of reports (`filters`) by a filter with the same conditions (`search_terms`). */
export async function migrateFilters(context: MigrationContext): Promise<void> {
  const pages = paginateRecords(context, { module: 'reports', filter: ALL, fields: ['filters', 'search_terms'] });
  for await (const page of pages)
    for (const { _id: id, filters = null, search_terms: terms = null } of page) {
      if (!Array.isArray(filters) || filters.length === 0) continue;
      const filter = terms ?? toSearchTerms(filters);
      const fields = { filters: null, ...(filter === null ? {} : { search_terms: filter }) };
      await context.records.update(context.actor, { module: 'reports', id, fields, changeSource: 'migration', quiet: true });
    }
}

/** The filter of conditions that must all hold; null: none is complete. */
export function toSearchTerms(filters: readonly JsonValue[]): JsonObject | null {
  const terms = filters.filter(isObject).flatMap(({ fieldName, operator, value = null }): JsonObject[] => {
    const isComplete = isName(fieldName) && isName(operator) && value !== null;
    return isComplete ? [{ [fieldName]: { [operator]: fillDays(value) } }] : [];
  });
  return terms.length === 0 ? null : { and: terms };
}

/** Replaces the short forms of days by the variable of filters, also inside lists and ranges. Other variables stay. */
function fillDays(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return (value as readonly JsonValue[]).map(fillDays);
  if (isObject(value)) {
    if (value['$'] !== undefined) return value;
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, fillDays(member)]));
  }
  const [found, sign, days] = typeof value === 'string' ? (DAY.exec(value.trim()) ?? []) : [];
  if (found === undefined) return value;
  return days === undefined ? { $: 'today' } : { $: 'today', days: Number(`${sign ?? '+'}${days}`) };
}

function isName(value: JsonValue | undefined): value is string {
  return typeof value === 'string' && value !== '';
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

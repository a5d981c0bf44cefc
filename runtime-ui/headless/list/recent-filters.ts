import { useEffect } from 'react';
import type { JsonObject, JsonValue } from '#engine/model/values';
import type { ModuleView } from '#engine/model/wire';
import { useLocalPreference } from '../local-state/use-local-preference.ts';
import { findField } from '../module/module-finders.ts';
import { isObject } from '../module/record-value.ts';
import { parseFilterTree, type FilterGroup } from './filter-tree.ts';

/** Filters that are remembered for each module, on this device. */
const MAX_FILTERS = 5;
/** Milliseconds after which a filter counts as used: not each step of building one. */
const SETTLED = 3000;

const NO_FILTERS: JsonObject[] = [];

function isFilters(value: JsonValue): value is JsonObject[] {
  return Array.isArray(value) && (value as readonly JsonValue[]).every(isObject);
}

/** Values of sensitive fields are not stored on a device. */
function namesSensitive(module: ModuleView, { items }: FilterGroup): boolean {
  return items.some((item) =>
    item.kind === 'group' ? namesSensitive(module, item) : findField(module, item.fieldName.split('.')[0] ?? '')?.sensitive === true,
  );
}

function useStoredFilters(module: ModuleView) {
  return useLocalPreference<JsonObject[]>(`${module.name}.recentFilters`, NO_FILTERS, isFilters);
}

/** Remembers the filter of a list once it is applied for a while. */
export function useNoteFilter(module: ModuleView, terms: JsonObject): void {
  const [stored, store] = useStoredFilters(module);
  const text = JSON.stringify(terms);
  useEffect(() => {
    if (text === '{}' || namesSensitive(module, parseFilterTree(terms))) return;
    const timer = setTimeout(() => store([terms, ...stored.filter((one) => JSON.stringify(one) !== text)].slice(0, MAX_FILTERS)), SETTLED);
    return () => clearTimeout(timer);
  }, [text]);
}

/** The filters that the user applied last to the lists of a module, newest first, without the one that is applied now. */
export function useRecentFilters(module: ModuleView, terms: JsonObject): readonly JsonObject[] {
  const [stored] = useStoredFilters(module);
  const text = JSON.stringify(terms);
  return stored.filter((one) => JSON.stringify(one) !== text);
}

import type { ModuleView } from '#engine/model';
import { findField, formatValue, useNamesById, type RecordGroup } from '#ui';
import { tLeaderboards } from './texts.ts';

/** The texts of the keys of groups by one field: names of related records, labels of options. */
export function useGroupLabels(module: ModuleView, name: string, groups: readonly RecordGroup[]): (group: RecordGroup) => string {
  const field = findField(module, name);
  const ref = field?.refs[0];
  const ids = ref === undefined ? [] : groups.map(({ keys: [key] }) => key).filter((key): key is string => typeof key === 'string');
  const { names, isLoading } = useNamesById(ref, ids);
  return ({ keys: [key = null] }) => {
    if (key === null || field === undefined) return key === null ? '' : String(key);
    if (ref !== undefined) return names.get(String(key)) ?? (isLoading ? '' : tLeaderboards('hidden'));
    return formatValue(module, field, key) || String(key);
  };
}

/** A score as text, in the format of its field. */
export function formatScore(module: ModuleView, field: string | undefined, value: number): string {
  const of = field === undefined ? undefined : findField(module, field);
  if (of?.inputType === 'Currency') return formatValue(module, of, Math.round(value * 100) / 100);
  return value.toLocaleString('en-US', { maximumFractionDigits: 2 });
}

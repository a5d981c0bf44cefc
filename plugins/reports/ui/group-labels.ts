import type { FieldView, ModuleView } from '#engine/model';
import { findField, formatValue, useNamesById, type RecordGroup } from '#ui';
import { isDate, type GroupQuery } from '../shared/group-query.ts';
import { tResults } from './texts.ts';

type KeyOf = (group: RecordGroup, at: number) => string;

function idsAt(groups: readonly RecordGroup[], at: number): readonly string[] {
  return groups.map(({ keys }) => keys[at]).filter((key): key is string => typeof key === 'string');
}

function monthOf(start: string): string {
  return new Date(`${start.slice(0, 10)}T12:00:00Z`).toLocaleDateString('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });
}

/** The texts of the keys of groups: names of related records, labels of options, months. */
export function useGroupLabels(module: ModuleView, { by }: GroupQuery, groups: readonly RecordGroup[]): KeyOf {
  const fields = [0, 1].map((at) => findField(module, by[at]?.field ?? ''));
  const refOf = (field: FieldView | undefined) => (field !== undefined && field.refs.length > 0 ? field.refs[0] : undefined);
  // Two hooks: reports group by at most two fields.
  const first = useNamesById(refOf(fields[0]), refOf(fields[0]) === undefined ? [] : idsAt(groups, 0));
  const second = useNamesById(refOf(fields[1]), refOf(fields[1]) === undefined ? [] : idsAt(groups, 1));
  const loaded = [first, second];
  return (group, at) => {
    const key = group.keys[at] ?? null;
    const field = fields[at];
    if (key === null || field === undefined) return key === null ? tResults('empty') : String(key);
    if (refOf(field) !== undefined) return loaded[at]?.names.get(String(key)) ?? (loaded[at]?.isLoading === true ? '' : tResults('hidden'));
    if (isDate(module, field.fieldName)) return monthOf(String(key));
    if (field.inputType === 'Checkbox') return formatValue(module, field, key === 1);
    return formatValue(module, field, key) || String(key);
  };
}

/** A figure of a group as text, in the format of its field. */
export function formatFigure(module: ModuleView, field: string | undefined, value: number | null | undefined): string {
  if (value === null || value === undefined) return '';
  const of = field === undefined ? undefined : findField(module, field);
  if (of?.inputType === 'Currency') return formatValue(module, of, Math.round(value * 100) / 100);
  return value.toLocaleString('en-US', { maximumFractionDigits: 2 });
}

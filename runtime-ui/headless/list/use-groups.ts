import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import type { FieldView, ModuleView, ViewGrouping, ViewUnit } from '#engine/model/wire';
import type { JsonObject, JsonValue } from '#engine/model/values';
import { callApi, queryKeys, type ApiError, type SearchInput } from '../../client/index.ts';
import { findDropdown, layoutItems, resolveItem, type LayoutItem } from '../module/module-finders.ts';
import { getItemLabel } from './filter-operators.ts';
import { combineTerms } from './list-state.ts';
import type { ListHandle } from './use-list.ts';

/** Records of a list with the same value in the field that they are grouped by. */
export interface ListGroup {
  readonly id: string;
  /** The common value; null: empty. For dates: the first day of the period. */
  readonly value: JsonValue;
  readonly count: number;
  /** The filter of the group's records. */
  readonly terms: JsonObject;
}

interface GroupResponse {
  readonly data: readonly { readonly keys: readonly (string | number | null)[]; readonly measures: { readonly count: number } }[];
}

const GROUPABLE: ReadonlySet<string> = new Set([
  'Dropdown',
  'MultiSelect',
  'Checkbox',
  'Relate',
  'MultiRelate',
  'Date',
  'DateTime',
  'Number',
  'Currency',
  'Module',
]);
const DATES: ReadonlySet<string> = new Set(['Date', 'DateTime']);
const UNITS: readonly ViewUnit[] = ['day', 'week', 'month', 'quarter', 'year'];

/** The fields that records can be grouped by: columns of the grid first, then other fields; also the states of addresses. */
export function groupableItems(module: ModuleView): LayoutItem[] {
  const states = module.fields.filter((field) => field.inputType === 'Address').map((field) => `${field.fieldName}.state`);
  const names = [
    ...new Set([...layoutItems(module, 'grid').map((item) => item.fieldName), ...module.fields.map((field) => field.fieldName), ...states]),
  ];
  return names.map((fieldName) => resolveItem(module, { fieldName })).filter((item): item is LayoutItem => isGroupable(item));
}

function isGroupable(item: LayoutItem | undefined): boolean {
  const { field, part } = item ?? {};
  if (field === undefined || !field.filterable || field.deleted === true || field.fieldName === 'deleted') return false;
  return part === undefined ? GROUPABLE.has(field.inputType) : part === 'state';
}

/** The same as names with labels for people; a part of an Address is `home.state`. */
export function listGroupableFields(module: ModuleView): readonly { readonly fieldName: string; readonly label: string }[] {
  return groupableItems(module).map((item) => ({ fieldName: item.fieldName, label: getItemLabel(item) }));
}

/** The periods that a field can be grouped by; none if it is not a date. */
export function groupUnits(field: FieldView | undefined): readonly ViewUnit[] {
  return field !== undefined && DATES.has(field.inputType) ? UNITS : [];
}

function withUnit(module: ModuleView, groupBy: ViewGrouping): ViewGrouping {
  const { field } = resolveItem(module, { fieldName: groupBy.field }) ?? {};
  return groupUnits(field).length > 0 && groupBy.unit === undefined ? { ...groupBy, unit: 'month' } : groupBy;
}

/** The day after the last one of a period that begins on `start`. */
function endOf(start: string, unit: ViewUnit): string {
  const [year = 0, month = 1, day = 1] = start.slice(0, 10).split('-').map(Number);
  const months = { day: 0, week: 0, month: 1, quarter: 3, year: 12 }[unit];
  const days = { day: 1, week: 7, month: 0, quarter: 0, year: 0 }[unit];
  return new Date(Date.UTC(year, month - 1 + months, day + days)).toISOString().slice(0, 10);
}

function termsOf(
  groupBy: ViewGrouping,
  field: FieldView | undefined,
  key: string | number | null,
): { readonly value: JsonValue; readonly operators: JsonObject } {
  if (field?.inputType === 'Checkbox') return { value: key === 1, operators: { equals: key === 1 } };
  if (key === null) return { value: null, operators: { exists: false } };
  if (groupBy.unit === undefined) return { value: key, operators: { equals: key } };
  const start = String(key).slice(0, 10);
  return { value: start, operators: { range: { gte: start, lt: endOf(start, groupBy.unit) } } };
}

function textOfKey(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Converts the groups of the server and sorts them for display: dropdowns by their options, the empty group last. */
export function listGroups(module: ModuleView, grouping: ViewGrouping, rows: GroupResponse['data']): ListGroup[] {
  const groupBy = withUnit(module, grouping);
  const { field, part } = resolveItem(module, { fieldName: groupBy.field }) ?? {};
  const groups = new Map<string, ListGroup>();
  for (const {
    keys: [key = null],
    measures,
  } of rows) {
    const { value, operators } = termsOf(groupBy, part === undefined ? field : undefined, key);
    const id = JSON.stringify(value);
    groups.set(id, { id, value, count: (groups.get(id)?.count ?? 0) + measures.count, terms: { [groupBy.field]: operators } });
  }
  const options =
    field === undefined || part !== undefined ? [] : (findDropdown(module, field)?.options ?? []).map((option) => option.value);
  const placeOf = ({ value }: ListGroup): number =>
    value === null
      ? Number.MAX_SAFE_INTEGER
      : options.length === 0
        ? 0
        : (options.indexOf(textOfKey(value)) + options.length) % options.length;
  return [...groups.values()].sort((a, b) => placeOf(a) - placeOf(b));
}

/** The groups of a list with their counts, of the records visible to the user. */
export function useGroups(module: ModuleView, query: SearchInput, groupBy: ViewGrouping) {
  const by = withUnit(module, groupBy);
  const input = {
    by: [by],
    searchTerms: query.searchTerms ?? {},
    ...(typeof query['search'] === 'string' ? { search: query['search'] } : {}),
  };
  const response = useQuery<GroupResponse, ApiError>({
    queryKey: queryKeys.list(module.name, { groups: input }),
    queryFn: ({ signal }) => callApi<GroupResponse>('POST', `${module.path}/group`, { body: input, signal }),
    staleTime: 15_000,
  });
  const { field, unit } = by;
  const groups = useMemo(
    () =>
      response.data === undefined ? undefined : listGroups(module, unit === undefined ? { field } : { field, unit }, response.data.data),
    [module, field, unit, response.data],
  );
  return { ...response, groups };
}

/** The list of one group: filtered by the common value, with its own pages. */
export function useGroupList(list: ListHandle, group: ListGroup, pageSize: number): ListHandle {
  const [page, setPage] = useState(0);
  const { state, query, change } = list;
  const scoped = useMemo(() => ({ ...query, searchTerms: combineTerms(query.searchTerms ?? {}, group.terms) }), [query, group.terms]);
  const changeOwn = useCallback<ListHandle['change']>(
    (part, isNew) => {
      if (typeof part === 'function' || part.page === undefined) change(part, isNew);
      else setPage(part.page);
    },
    [change],
  );
  return useMemo(
    () => ({ ...list, state: { ...state, page, pageSize }, query: scoped, change: changeOwn }),
    [list, state, page, pageSize, scoped, changeOwn],
  );
}

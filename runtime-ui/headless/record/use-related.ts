import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { JsonValue } from '#engine/model/values';
import type { ModuleView, RelationView } from '#engine/model/wire';
import type { Draft } from '../form/draft.ts';
import type { RecordPagerStart } from './record-pager.ts';
import { findField } from '../module/module-finders.ts';
import {
  getRelated,
  queryKeys,
  searchRecords,
  type ApiError,
  type PageResponse,
  type RecordData,
  type SearchInput,
} from '../../client/index.ts';

/** Rows of a related list per page. */
export const RELATED_PAGE_SIZE = 10;

/** The relations that a record's page lists: those in the detail layout, else all to-many relations. */
export function relatedLists(module: ModuleView): readonly RelationView[] {
  const named = module.layouts.detail?.relatedLists;
  const many = module.relations.filter((relation) => relation.many || relation.direction === 'reverse');
  if (named === undefined) return many;
  return named.map((name) => module.relations.find((relation) => relation.name === name)).filter((relation) => relation !== undefined);
}

/** A filter for the records of another module that refer to a record by one of their fields. */
export function buildRelatedFilter(module: ModuleView, id: string, relation: RelationView): { readonly [field: string]: JsonValue } {
  return { [relation.fieldName]: { equals: relation.flex ? { module: module.name, id } : id } };
}

/** A page of the records on the other side of a relation; pages from 0. */
export function useRelated(
  module: ModuleView,
  id: string,
  relation: RelationView,
  other: ModuleView,
  page: number,
  options: Pick<SearchInput, 'fields' | 'populate' | 'searchTerms'> = {},
) {
  const paging = { pageNumber: page, pageSize: RELATED_PAGE_SIZE };
  const input = { ...paging, ...options };
  return useQuery<PageResponse<RecordData>, ApiError>({
    queryKey: queryKeys.related(module.name, id, relation.name, input),
    queryFn: ({ signal }) => {
      if (relation.direction === 'forward') return getRelated<RecordData>(module.path, id, { ...input, relation: relation.name }, signal);
      const { sortField, sortOrder } = other.layouts.grid?.defaultSort ?? other.defaultSort;
      return searchRecords<RecordData>(
        other.path,
        { ...input, sortField, sortOrder, searchTerms: { ...options.searchTerms, ...buildRelatedFilter(module, id, relation) } },
        signal,
      );
    },
    placeholderData: keepPreviousData,
  });
}

/** Maximum number of search terms, as in the search of a list. */
const MAX_SEARCH_TERMS = 8;

/** The fields that the search of a related list uses: the module's searchable ones, else its name. */
function searchedFields(other: ModuleView): readonly string[] {
  const byWords = other.fields.filter((field) => field.operators?.includes('contains') === true);
  const searchable = byWords.filter((field) => field.searchable === true);
  return (searchable.length > 0 ? searchable : byWords.filter(({ fieldName }) => fieldName === other.nameField)).map(
    ({ fieldName }) => fieldName,
  );
}

/** Whether a related list can be searched. */
export function canSearchRelated(other: ModuleView): boolean {
  return searchedFields(other).length > 0;
}

/** The search text of a related list as a filter: each term must match one of the fields. */
export function relatedTerms(other: ModuleView, searchText: string): Pick<SearchInput, 'searchTerms'> {
  const fields = searchedFields(other);
  const terms = searchText
    .split(/\s+/u)
    .filter((word) => word !== '')
    .slice(0, MAX_SEARCH_TERMS);
  return terms.length === 0 || fields.length === 0
    ? {}
    : { searchTerms: { and: terms.map((word) => ({ or: fields.map((field) => ({ [field]: { contains: word } })) })) } };
}

/** The record pager for the records of a related list. */
export function buildRelatedPager(
  module: ModuleView,
  id: string,
  relation: RelationView,
  other: ModuleView,
  searchText: string,
): Omit<RecordPagerStart, 'list'> {
  const terms = relatedTerms(other, searchText);
  if (relation.direction === 'forward') return { module: other.name, query: terms, of: { path: module.path, id, relation: relation.name } };
  const { sortField, sortOrder } = other.layouts.grid?.defaultSort ?? other.defaultSort;
  return {
    module: other.name,
    query: { sortField, sortOrder, searchTerms: { ...terms.searchTerms, ...buildRelatedFilter(module, id, relation) } },
  };
}

/** Initial values of a new record of `other`, so that it is related to this one. */
export function relatedPrefill(
  module: ModuleView,
  relation: RelationView,
  other: ModuleView,
  record: { readonly _id: string; readonly name: string },
): Draft {
  const field = relation.direction === 'reverse' ? findField(other, relation.fieldName) : undefined;
  if (field === undefined) return {};
  const self =
    field.inputType === 'FlexRelate' || field.inputType === 'MultiFlexRelate' ? { ...record, module: module.name } : { ...record };
  return { [field.fieldName]: field.inputType.startsWith('Multi') ? [self] : self };
}

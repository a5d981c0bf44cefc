import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { JsonValue, ModuleView, RelationView } from '#engine/model';
import type { Draft } from '../form/draft.ts';
import { findField } from '../module/module-lookup.ts';
import { getRelated, queryKeys, searchRecords, type ApiError, type PageAnswer, type RecordData, type SearchInput } from '../../client/index.ts';

/** Rows of a related list at a time. */
export const RELATED_PAGE = 10;

/** The relations that a record's page lists: those that the detail layout names, else all that lead to many. */
export function relatedLists(module: ModuleView): readonly RelationView[] {
  const named = module.layouts.detail?.relatedLists;
  const many = module.relations.filter((relation) => relation.many || relation.direction === 'reverse');
  if (named === undefined) return many;
  return named.map((name) => module.relations.find((relation) => relation.name === name)).filter((relation) => relation !== undefined);
}

/** The records of another module that point to a record by a field of theirs, as a filter. */
function pointingTo(module: ModuleView, id: string, relation: RelationView): { readonly [field: string]: JsonValue } {
  return { [relation.fieldName]: { equals: relation.flex ? { module: module.name, id } : id } };
}

/** A page of the records on the other side of a relation; from 0. */
export function useRelated(module: ModuleView, id: string, relation: RelationView, other: ModuleView, page: number, columns: Pick<SearchInput, 'fields' | 'populate'> = {}) {
  const paging = { pageNumber: page, pageSize: RELATED_PAGE };
  const input = { ...paging, ...columns };
  return useQuery<PageAnswer<RecordData>, ApiError>({
    queryKey: queryKeys.related(module.name, id, relation.name, input),
    queryFn: ({ signal }) => {
      if (relation.direction === 'forward') return getRelated<RecordData>(module.path, id, { ...paging, relation: relation.name }, signal);
      const { sortField, sortOrder } = other.layouts.grid?.defaultSort ?? other.defaultSort;
      return searchRecords<RecordData>(other.path, { ...input, sortField, sortOrder, searchTerms: pointingTo(module, id, relation) }, signal);
    },
    placeholderData: keepPreviousData,
  });
}

/** What a new record of `other` begins with, so that it is related to this one. */
export function relatedPrefill(module: ModuleView, relation: RelationView, other: ModuleView, record: { readonly _id: string; readonly name: string }): Draft {
  const field = relation.direction === 'reverse' ? findField(other, relation.fieldName) : undefined;
  if (field === undefined) return {};
  const self = field.inputType === 'FlexRelate' || field.inputType === 'MultiFlexRelate' ? { ...record, module: module.name } : { ...record };
  return { [field.fieldName]: field.inputType.startsWith('Multi') ? [self] : self };
}

import { useQueries, useQuery } from '@tanstack/react-query';
import type { JsonObject } from '#engine/model/values';
import type { ModuleSummary, ModuleView, RelationView } from '#engine/model/wire';
import { callApi, getRelated, queryKeys, searchRecords, type PageResponse, type RecordData, type SearchInput } from '../../client/index.ts';
import { fileModulesOf, findFieldFiles } from '../files/use-record-files.ts';
import type { RecordValues } from '../module/record-value.ts';
import { useModuleSummaries } from './use-record-names.ts';
import { buildRelatedFilter, relatedLists } from './use-related.ts';

/** The number of records in each tab of a record; absent while it is not loaded. */
export interface TabCounts {
  readonly related?: number | undefined;
  readonly files?: number | undefined;
  readonly history?: number | undefined;
}

function countOf(other: ModuleSummary, searchTerms: JsonObject): SearchInput {
  return { pageNumber: 0, pageSize: 1, fields: [other.nameField], searchTerms };
}

/** The query for the total of one related list. */
function relatedQuery(module: ModuleView, id: string, relation: RelationView, other: ModuleSummary, enabled: boolean) {
  const input = countOf(other, relation.direction === 'forward' ? {} : buildRelatedFilter(module, id, relation));
  return {
    queryKey: queryKeys.related(module.name, id, relation.name, input),
    queryFn: ({ signal }: { readonly signal: AbortSignal }): Promise<PageResponse<RecordData>> =>
      relation.direction === 'forward'
        ? getRelated<RecordData>(module.path, id, { ...input, relation: relation.name }, signal)
        : searchRecords<RecordData>(other.path, input, signal),
    enabled,
  };
}

/** The query for the number of records in a file module that refer to the record. */
function filesQuery(module: ModuleView, id: string, other: ModuleSummary, relations: readonly RelationView[], enabled: boolean) {
  const pointing = relations.map((relation) => buildRelatedFilter(module, id, relation));
  const input = countOf(other, pointing.length === 1 ? (pointing[0] ?? {}) : { or: pointing });
  return {
    queryKey: queryKeys.related(module.name, id, `files:${other.name}`, input),
    queryFn: ({ signal }: { readonly signal: AbortSignal }) => searchRecords<RecordData>(other.path, input, signal),
    enabled,
  };
}

/** The sum, after all parts are loaded. */
function sumOf(results: readonly { readonly data: PageResponse<RecordData> | undefined }[]): number | undefined {
  const totals = results.map(({ data }) => data?.total);
  return totals.every((total) => total !== undefined) ? totals.reduce((sum, total) => sum + total, 0) : undefined;
}

/** Counts for the tabs of a record: related records, files, and history entries; requested while `isWanted`. A save refreshes them. */
export function useTabCounts(module: ModuleView, record: RecordValues & { readonly _id: string }, isWanted: boolean): TabCounts {
  const known = useModuleSummaries();
  const { _id: id } = record;
  const find = (name: string | undefined) => known.find((one) => one.name === name);
  const lists = relatedLists(module).flatMap((relation) => {
    const other = find(relation.modules[0]);
    return other === undefined ? [] : [{ relation, other }];
  });
  const holders = fileModulesOf(module, known).flatMap(({ name, relations }) => {
    const other = find(name);
    return other === undefined ? [] : [{ relations, other }];
  });
  const related = useQueries({ queries: lists.map(({ relation, other }) => relatedQuery(module, id, relation, other, isWanted)) });
  const files = useQueries({ queries: holders.map(({ relations, other }) => filesQuery(module, id, other, relations, isWanted)) });
  const history = useQuery({
    queryKey: [...queryKeys.record(module.name, id), 'history', 'count'],
    queryFn: async ({ signal }) =>
      (
        await callApi<{ readonly total: number }>(
          'GET',
          `/api/audit-log/get-record-changes-by-module/${encodeURIComponent(module.name)}/${encodeURIComponent(id)}`,
          { signal, query: { pageSize: 1 } },
        )
      ).total,
    enabled: isWanted,
  });
  const attached = sumOf(files);
  return {
    related: sumOf(related),
    files: attached === undefined ? undefined : attached + findFieldFiles(module, record).length,
    history: history.data,
  };
}

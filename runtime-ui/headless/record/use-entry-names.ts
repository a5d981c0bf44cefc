import { useQueries } from '@tanstack/react-query';
import type { FieldView } from '#engine/model/wire';
import type { JsonValue } from '#engine/model/values';
import { queryKeys, searchRecordNames, type RecordNamesInput } from '../../client/index.ts';
import { listEntryLinks } from '../module/entry-columns.ts';
import { useModuleSummaries } from './use-record-names.ts';

/** Maximum number of records of a module whose names are read. */
const MAX_NAMES = 100;

const NONE: ReadonlyMap<string, readonly string[]> = new Map();

/** Names of the records that the entries of these values refer to, by id. */
export function useEntryNames(field: FieldView | undefined, values: readonly (JsonValue | undefined)[]): ReadonlyMap<string, string> {
  const links = field === undefined ? NONE : listEntryLinks(field, values);
  const wanted = [...links.keys()].filter((name) => (links.get(name) ?? []).length > 0);
  const summaries = useModuleSummaries(wanted);
  const modules = summaries.filter(({ name }) => wanted.includes(name));
  const found = useQueries({
    queries: modules.map((module) => {
      const ids = [...new Set(links.get(module.name))].sort().slice(0, MAX_NAMES);
      const input: RecordNamesInput = { searchTerms: { _id: { in: ids } }, pageSize: MAX_NAMES };
      return {
        queryKey: queryKeys.names(module.name, input),
        queryFn: ({ signal }: { readonly signal: AbortSignal }) => searchRecordNames(module, input, signal),
      };
    }),
  });
  const named = found.flatMap(({ data }, index) =>
    (data?.data ?? []).map((record) => [record._id, record[modules[index]?.nameField ?? 'name'] ?? record['name']] as const),
  );
  return new Map(named.filter((pair): pair is readonly [string, string] => typeof pair[1] === 'string'));
}

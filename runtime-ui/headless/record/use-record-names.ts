import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ModuleSummary, ModuleView } from '#engine/model';
import { queryKeys, recordNames, useModuleView, useShell, type ApiError, type PageAnswer, type RecordNamesInput } from '../../client/index.ts';

/** Records to choose from in a relate field. */
export function useRecordNames(module: Pick<ModuleSummary, 'name' | 'path' | 'nameField'> | undefined, input: RecordNamesInput, enabled: boolean) {
  return useQuery<PageAnswer, ApiError>({
    queryKey: queryKeys.names(module?.name ?? '', input),
    queryFn: ({ signal }) => {
      if (module === undefined) return { data: [], total: 0, pageNumber: 0, pageSize: 0 };
      return recordNames(module, input, signal);
    },
    enabled: enabled && module !== undefined,
    placeholderData: keepPreviousData,
  });
}

/** Modules that the user may reach, in short; those named in `names`, or all. */
export function useModuleSummaries(names: readonly string[] = []): readonly ModuleSummary[] {
  const shell = useShell();
  const modules = shell.data?.modules ?? [];
  return names.length === 0 ? modules : modules.filter((module) => names.includes(module.name));
}

/** All that generated screens need of a module. */
export function useModule(name: string): ReturnType<typeof useModuleView> & { readonly module: ModuleView | undefined } {
  const query = useModuleView(name);
  return { ...query, module: query.data };
}

/** Names of records by id, for values that came without them (an address, a filter). */
export function useNamesOf(moduleName: string | undefined, ids: readonly string[]): ReadonlyMap<string, string> {
  const module = useModuleSummaries().find((one) => one.name === moduleName);
  const wanted = [...new Set(ids)].sort().slice(0, 100);
  const found = useRecordNames(module, { searchTerms: { _id: { in: wanted } }, pageSize: 100 }, wanted.length > 0);
  const named = (found.data?.data ?? []).map((record) => [record._id, module === undefined ? undefined : record[module.nameField] ?? record.name] as const);
  return new Map(named.filter((pair): pair is readonly [string, string] => typeof pair[1] === 'string'));
}

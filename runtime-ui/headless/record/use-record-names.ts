import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { routeOfModule } from '#engine/model/definitions';
import type { ModuleRightsView, ModuleSummary, ModuleView } from '#engine/model/wire';
import {
  queryKeys,
  searchRecordNames,
  useModuleView,
  useShell,
  type ApiError,
  type PageResponse,
  type RecordNamesInput,
} from '../../client/index.ts';

/** Records to choose from in a relate field. */
export function useRecordNames(
  module: Pick<ModuleSummary, 'name' | 'path' | 'nameField'> | undefined,
  input: RecordNamesInput,
  enabled: boolean,
) {
  return useQuery<PageResponse, ApiError>({
    queryKey: queryKeys.names(module?.name ?? '', input),
    queryFn: ({ signal }) => {
      if (module === undefined) return { data: [], total: 0, pageNumber: 0, pageSize: 0 };
      return searchRecordNames(module, input, signal);
    },
    enabled: enabled && module !== undefined,
    placeholderData: keepPreviousData,
  });
}

const NO_RIGHTS: ModuleRightsView = {
  access: false,
  create: false,
  mass_update: false,
  export: false,
  assign_any_team: false,
  view: 'None',
  edit: 'None',
  delete: 'None',
};

/** A module that the user has no access to: the names of some (users, teams) can still be read. */
function namesOnly(name: string): ModuleSummary {
  const path = `/api/${name.replace(/([a-z0-9])([A-Z])/g, '$1-$2').toLowerCase()}`;
  const route = routeOfModule({ name });
  return { _id: name, name, label: name, labelSingular: name, icon: '', path, nameField: 'name', route, rights: NO_RIGHTS };
}

/**
 * Summaries of the modules that the user has access to; those in `names`, or all. A named module without access has no rights: its record
 * names may still be readable.
 */
export function useModuleSummaries(names: readonly string[] = []): readonly ModuleSummary[] {
  const shell = useShell();
  if (shell.data === undefined) return [];
  const { modules } = shell.data;
  return names.length === 0 ? modules : names.map((name) => modules.find((module) => module.name === name) ?? namesOnly(name));
}

/** Everything that generated screens need of a module. */
export function useModule(name: string): ReturnType<typeof useModuleView> & { readonly module: ModuleView | undefined } {
  const query = useModuleView(name);
  return { ...query, module: query.data };
}

/** The most names that are read at once: the bound of a page and of a list in a filter. */
const MOST_NAMES = 1000;

/** Names of records by id. */
export interface LoadedNames {
  /** The loaded names by the ids of their records. */
  readonly names: ReadonlyMap<string, string>;
  /** Whether names are still being loaded. */
  readonly isLoading: boolean;
}

/**
 * Names of records by id, for values without names (in a URL, a filter). They are not requested of a module that the user has no access to,
 * except by staff, who can read the names of some of them. A record without a name that is not being loaded is not visible to the user.
 */
export function useNamesById(moduleName: string | undefined, ids: readonly string[]): LoadedNames {
  const isStaff = useShell().data?.isStaff === true;
  const summaries = useModuleSummaries(moduleName === undefined ? [] : [moduleName]);
  const module = moduleName === undefined ? undefined : summaries[0];
  const wanted = [...new Set(ids)].sort().slice(0, MOST_NAMES);
  const found = useRecordNames(
    module,
    { searchTerms: { _id: { in: wanted } }, pageSize: Math.max(100, wanted.length) },
    wanted.length > 0 && (isStaff || module?.rights.access === true),
  );
  const named = (found.data?.data ?? []).map(
    (record) => [record._id, module === undefined ? undefined : (record[module.nameField] ?? record.name)] as const,
  );
  const names = new Map(named.filter((pair): pair is readonly [string, string] => typeof pair[1] === 'string'));
  // The names of the ids before are shown until those of the new ones are there.
  return { names, isLoading: found.isLoading || found.isPlaceholderData };
}

/** The names of `useNamesById` that are loaded. */
export function useRecordNamesById(moduleName: string | undefined, ids: readonly string[]): ReadonlyMap<string, string> {
  return useNamesById(moduleName, ids).names;
}

/** The name of a record by its id, in the same way. Undefined: not loaded, or not visible. */
export function useRecordName(moduleName: string | undefined, id: string) {
  const { names, isLoading } = useNamesById(moduleName, [id]);
  return { name: names.get(id), isLoading };
}

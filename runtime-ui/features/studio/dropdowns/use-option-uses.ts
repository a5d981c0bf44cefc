import { useQueries } from '@tanstack/react-query';
import type { DefinitionDetail, ModuleView } from '#engine/model/wire';
import { callApi, getModuleView, queryKeys } from '../../../client/index.ts';

/** A field whose values are those of the dropdown. */
interface HoldingField {
  readonly module: string;
  readonly field: string;
}

/** The fields that have a dropdown, by the references to it: '/fields/state/dropdown' of 'module/tickets'. */
export function listHoldingFields({ references, artifact }: Pick<DefinitionDetail, 'references' | 'artifact'>): readonly HoldingField[] {
  return references.flatMap(({ target, from, path }) => {
    const [kind, module] = from.split('/');
    const [list, field, property] = path.split('/').slice(1);
    const isField = target === artifact && kind === 'module' && list === 'fields' && property === 'dropdown';
    return isField && module !== undefined && field !== undefined ? [{ module, field }] : [];
  });
}

interface GroupResponse {
  readonly data: readonly { readonly keys: readonly (string | number | null)[]; readonly measures: { readonly count: number } }[];
}

/** How many records have each value, over all fields with the dropdown. Undefined: it is not known yet. */
export function useOptionUses(detail: DefinitionDetail | undefined): ReadonlyMap<string, number> | undefined {
  const fields = detail === undefined ? [] : listHoldingFields(detail);
  const counts = useQueries({
    queries: fields.map(({ module, field }) => ({
      queryKey: queryKeys.list(module, { optionUses: field }),
      queryFn: async ({ signal }: { readonly signal: AbortSignal }) => countValues(await getModuleView(module, signal), field, signal),
      retry: false,
    })),
  });
  if (detail === undefined || counts.some(({ data, isError }) => data === undefined && !isError)) return undefined;
  const sums = new Map<string, number>();
  const rows = counts.flatMap(({ data }) => data?.data ?? []);
  for (const { keys, measures } of rows) {
    const value = String(keys[0] ?? '');
    sums.set(value, (sums.get(value) ?? 0) + measures.count);
  }
  return sums;
}

function countValues({ path }: ModuleView, field: string, signal: AbortSignal): Promise<GroupResponse> {
  return callApi<GroupResponse>('POST', `${path}/group`, { body: { by: [{ field }], searchTerms: {} }, signal });
}

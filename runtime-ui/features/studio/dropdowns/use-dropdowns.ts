import { useQueries } from '@tanstack/react-query';
import type { DropdownDefinition } from '#engine/model/definitions';
import { getDefinition, queryKeys } from '../../../client/index.ts';
import { useDefinitions, type ListedDefinition } from '../draft/use-definitions.ts';

/** The name of a listed definition, as the draft has it. */
export function nameOfListed({ drafted, name }: ListedDefinition): string {
  return typeof drafted?.['name'] === 'string' ? drafted['name'] : name;
}

/** The dropdowns with these names, as the draft has them; those that are loading or do not exist are left out. */
export function useDropdowns(names: readonly string[]): readonly DropdownDefinition[] {
  const listed = useDefinitions('dropdown').list?.filter((one) => names.includes(nameOfListed(one)) && one.action !== 'removed') ?? [];
  const loaded = useQueries({
    queries: listed.map(({ id, drafted }) => ({
      queryKey: queryKeys.definition('dropdown', id),
      queryFn: ({ signal }: { readonly signal: AbortSignal }) => getDefinition('dropdown', id, signal),
      enabled: drafted === undefined,
    })),
  });
  return listed.flatMap(({ drafted }, index) => {
    const definition = drafted ?? loaded[index]?.data?.definition;
    return definition === undefined ? [] : [definition as unknown as DropdownDefinition];
  });
}

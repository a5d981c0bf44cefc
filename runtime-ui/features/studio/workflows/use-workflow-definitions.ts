import { useQueries } from '@tanstack/react-query';
import type { WorkflowDefinition } from '#engine/model/definitions';
import { getDefinition, queryKeys } from '../../../client/index.ts';
import type { ListedDefinition } from '../draft/use-definitions.ts';

/** The definitions of listed workflows as the draft has them, by id; those that are loading, or that the draft removes, are left out. */
export function useWorkflowDefinitions(listed: readonly ListedDefinition[]): ReadonlyMap<string, WorkflowDefinition> {
  const loaded = useQueries({
    queries: listed.map(({ id, drafted }) => ({
      queryKey: queryKeys.definition('workflow', id),
      queryFn: ({ signal }: { readonly signal: AbortSignal }) => getDefinition('workflow', id, signal),
      enabled: drafted === undefined,
    })),
  });
  return new Map(
    listed.flatMap(({ id, drafted, action }, index) => {
      const definition = action === 'removed' ? undefined : (drafted ?? loaded[index]?.data?.definition);
      return definition === undefined ? [] : [[id, definition as unknown as WorkflowDefinition] as const];
    }),
  );
}

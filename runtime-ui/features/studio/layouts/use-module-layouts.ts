import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { LayoutDefinition } from '#engine/model/definitions';
import { getModuleLayouts, queryKeys, type ApiError } from '../../../client/index.ts';
import { findDraftDefinition } from '../draft/draft-edits.ts';
import { readDefinition } from '../draft/readable-definition.ts';
import { useDraft } from '../draft/use-draft.ts';

interface ModuleLayouts {
  /** As the open draft has them, also those that are generated; undefined: loading. */
  readonly layouts: readonly LayoutDefinition[] | undefined;
  readonly error: ApiError | undefined;
  readonly retry: () => void;
}

/** All layouts of a module: as they are published, with the changes of the open draft. */
export function useModuleLayouts(moduleId: string, moduleName: string): ModuleLayouts {
  const { view, edits } = useDraft();
  const { data, error, refetch } = useQuery<readonly LayoutDefinition[], ApiError>({
    queryKey: [...queryKeys.allDefinitions(), 'layouts-of', moduleId],
    queryFn: ({ signal }) => getModuleLayouts(moduleId, signal),
  });
  const layouts = useMemo(() => {
    if (data === undefined) return undefined;
    const drafted = [...(view?.changes ?? []), ...edits.values()].filter(({ kind }) => kind === 'layout');
    const ids = new Set([...data, ...drafted].map(({ id }) => id));
    return [...ids].flatMap((id) => {
      const written = findDraftDefinition(view, edits, { kind: 'layout', id });
      const definition = written && readDefinition('layout', id, written).definition;
      const layout = definition === undefined ? data.find((one) => one.id === id) : (definition as unknown as LayoutDefinition | null);
      return layout === undefined || layout === null || layout.ssModule !== moduleName ? [] : [layout];
    });
  }, [data, view, edits, moduleName]);
  return { layouts, error: error ?? undefined, retry: () => void refetch() };
}

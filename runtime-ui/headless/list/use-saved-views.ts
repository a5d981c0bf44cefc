import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ModuleView, SavedView, SavedViewList, ViewContent, ViewCount } from '#engine/model/wire';
import {
  reorderSavedViews,
  CACHE_TTL_MILLISECONDS,
  setDefaultView,
  countSavedViews,
  createSavedView,
  deleteSavedView,
  duplicateSavedView,
  getSavedViews,
  queryKeys,
  updateSavedView,
  type ApiError,
  type SavedViewInput,
} from '../../client/index.ts';
import { combineTerms, sortOfState } from './list-state.ts';
import { listViewTabs } from './list-views.ts';
import type { ListHandle } from './use-list.ts';

/** The saved views of a module that the user may use. */
export function useSavedViews(module: string, isWanted = true) {
  return useQuery<SavedViewList, ApiError>({
    queryKey: queryKeys.savedViews(module),
    queryFn: ({ signal }) => getSavedViews(module, signal),
    staleTime: CACHE_TTL_MILLISECONDS,
    enabled: isWanted,
  });
}

/** The number of records in each view; requested only while `enabled`, so that counts are never loaded before rows. */
export function useViewCounts(module: string, enabled: boolean): ReadonlyMap<string, number> {
  const { data } = useQuery<readonly ViewCount[], ApiError>({
    queryKey: queryKeys.viewCounts(module),
    queryFn: ({ signal }) => countSavedViews(module, signal),
    staleTime: 15_000,
    enabled,
  });
  return useMemo(() => new Map((data ?? []).flatMap(({ _id, total }) => (total === null ? [] : [[_id, total] as const]))), [data]);
}

/** The actions on views; each invalidates their queries. */
export interface ViewActions {
  readonly create: (input: SavedViewInput & { readonly name: string }) => Promise<SavedView>;
  readonly update: (id: string, input: SavedViewInput) => Promise<SavedView>;
  readonly duplicate: (id: string) => Promise<SavedView>;
  readonly remove: (id: string) => Promise<void>;
  readonly reorder: (ids: readonly string[]) => Promise<unknown>;
  readonly setDefault: (view: string | null) => Promise<unknown>;
}

export function useViewActions(module: string): ViewActions {
  const client = useQueryClient();
  return useMemo(() => {
    const then = async <T>(work: Promise<T>): Promise<T> => {
      const done = await work;
      await client.invalidateQueries({ queryKey: queryKeys.savedViews(module) });
      void client.invalidateQueries({ queryKey: queryKeys.viewCounts(module) });
      return done;
    };
    return {
      create: (input) => then(createSavedView(module, input)),
      update: (id, input) => then(updateSavedView(id, input)),
      duplicate: (id) => then(duplicateSavedView(id)),
      remove: (id) => then(deleteSavedView(id)),
      reorder: (ids) => then(reorderSavedViews(module, ids)),
      setDefault: (view) => then(setDefaultView(module, view)),
    };
  }, [client, module]);
}

/** The current state of a list as the content of a view. */
export function toViewContent(module: ModuleView, { state, view, columns }: Pick<ListHandle, 'state' | 'view' | 'columns'>): ViewContent {
  const tab = view === undefined ? listViewTabs(module).find((one) => one.name === state.view) : undefined;
  const shown = columns.filter((column) => column.shown && column.item.field !== undefined);
  return {
    filter: combineTerms(tab?.terms ?? {}, state.terms),
    columns: shown.map(({ item, width }) => ({
      fieldName: item.fieldName,
      ...(width === undefined ? {} : { width: Math.min(800, Math.max(40, width)) }),
    })),
    sort: sortOfState(state),
    groupBy: state.groupBy,
    density: state.density,
    viewType: state.viewType,
  };
}

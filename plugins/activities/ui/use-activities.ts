import { useState } from 'react';
import type { JsonValue, ModuleView } from '#engine/model';
import { useModuleView, useRecordSearch, type RecordData } from '#ui';
import { buildRelatedTerms } from '../shared/related-record.ts';

/** Number of activities that are loaded at first, and with each "earlier" request. */
const PAGE = 50;

export interface Activities {
  /** The activities module; undefined if the user has no access to it. */
  readonly module: ModuleView | undefined;
  readonly data: readonly RecordData[] | undefined;
  readonly error: { readonly message: string; readonly code: string } | null;
  readonly hasEarlier: boolean;
  readonly showEarlier: () => void;
  readonly retry: () => void;
}

/** Loads the activities of a record, newest first. */
export function useActivities(module: ModuleView, id: string, type: string | undefined): Activities {
  const [pages, setPages] = useState(1);
  const view = useModuleView('activities').data;
  const ofType: { readonly [field: string]: JsonValue } = type === undefined ? {} : { activityType: { equals: type } };
  const { data, error, refetch } = useRecordSearch(view, {
    searchTerms: { ...buildRelatedTerms([{ module: module.name, id }]), ...ofType },
    sortField: 'activity_date',
    sortOrder: 'desc',
    pageNumber: 0,
    pageSize: pages * PAGE,
    populate: ['assigned_to', 'created_by'],
  });
  return {
    module: view,
    data: data?.data,
    error,
    hasEarlier: (data?.total ?? 0) > pages * PAGE,
    showEarlier: () => setPages(pages + 1),
    retry: () => void refetch(),
  };
}

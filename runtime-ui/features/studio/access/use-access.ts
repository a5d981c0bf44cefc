import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { AccessOverview, AccessValues, ChangeSetSimulation } from '#engine/model/wire';
import {
  getAccessOverview,
  getAccessValues,
  queryKeys,
  simulateChangeSet,
  type AccessPlace,
  type ApiError,
} from '../../../client/index.ts';
import { useDraft } from '../draft/use-draft.ts';
import { useSettled } from '../review/use-plan.ts';

/** What a user may do with a record or a module. */
export interface ReadAccess {
  readonly overview: AccessOverview | undefined;
  /** What the draft changes for the user; undefined: there is no draft, or it has problems. */
  readonly simulation: ChangeSetSimulation | undefined;
  /** The record as the user sees it, as it is published and with the draft; undefined: no record is chosen. */
  readonly values: { readonly before: AccessValues | undefined; readonly after: AccessValues | undefined } | undefined;
  /** Why the values could not be read. */
  readonly valuesError: ApiError | undefined;
  /** The draft has problems: only what is published can be shown. */
  readonly isDraftBroken: boolean;
  readonly isFetching: boolean;
  readonly error: ApiError | undefined;
  readonly retry: () => void;
}

/** Reads what a user may do as it is published and, if there is an open draft, as it would be with it. */
export function useAccess(place: AccessPlace | undefined): ReadAccess {
  const { view } = useDraft();
  const version = useSettled(view?._version ?? 0);
  const hasDraft = view !== undefined && view.changes.length > 0;
  const input = { user: place?.user ?? '', module: place?.module ?? '', record: place?.id };
  const simulation = useQuery<ChangeSetSimulation, ApiError>({
    queryKey: queryKeys.simulation(view?._id ?? '', version, input),
    queryFn: ({ signal }) => simulateChangeSet(view?._id ?? '', input, signal),
    enabled: place !== undefined && hasDraft,
  });
  const isDraftBroken = hasDraft && simulation.error?.code === 'definition_invalid';
  const overview = useQuery<AccessOverview, ApiError>({
    queryKey: queryKeys.accessOverview(place),
    queryFn: ({ signal }) => getAccessOverview(place ?? { user: '', module: '' }, signal),
    enabled: place !== undefined && (!hasDraft || isDraftBroken),
    staleTime: 0,
  });
  const isSimulated = hasDraft && !isDraftBroken;
  const published = useValues(place);
  const drafted = useValues(isSimulated ? place : undefined, view?._id, version);
  const used = isSimulated ? simulation : overview;
  const { data } = simulation;
  const simulated = data?.access == null ? undefined : { user: data.user, access: data.access };
  return {
    overview: isSimulated ? simulated : overview.data,
    simulation: isSimulated ? data : undefined,
    values: place?.id === undefined ? undefined : { before: published.data, after: (isSimulated ? drafted : published).data },
    valuesError: published.error ?? drafted.error ?? undefined,
    isDraftBroken,
    isFetching: used.isFetching || version !== (view?._version ?? 0),
    error: used.error ?? undefined,
    retry: () => void used.refetch(),
  };
}

/** The chosen record as the user sees it, through the definitions of a draft or the published ones. */
function useValues(place: AccessPlace | undefined, changeSet?: string, version = 0): UseQueryResult<AccessValues, ApiError> {
  const { user = '', module = '', id = '' } = place ?? {};
  const seen = { user, module, id, changeSet };
  return useQuery<AccessValues, ApiError>({
    queryKey: queryKeys.accessValues(seen, version),
    queryFn: ({ signal }) => getAccessValues(seen, signal),
    enabled: id !== '',
    staleTime: 0,
  });
}

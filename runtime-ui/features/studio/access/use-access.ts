import { useQuery } from '@tanstack/react-query';
import type { AccessOverview, ChangeSetSimulation } from '#engine/model/wire';
import { getAccessOverview, queryKeys, simulateChangeSet, type AccessPlace, type ApiError } from '../../../client/index.ts';
import { useDraft } from '../draft/use-draft.ts';
import { useSettled } from '../review/use-plan.ts';

/** What a user may do with a record or a module. */
export interface ReadAccess {
  readonly overview: AccessOverview | undefined;
  /** What the draft changes for the user; undefined: there is no draft, or it has problems. */
  readonly simulation: ChangeSetSimulation | undefined;
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
  const used = hasDraft && !isDraftBroken ? simulation : overview;
  const { data } = simulation;
  const isSimulated = hasDraft && !isDraftBroken;
  const simulated = data?.access == null ? undefined : { user: data.user, access: data.access };
  return {
    overview: isSimulated ? simulated : overview.data,
    simulation: isSimulated ? data : undefined,
    isDraftBroken,
    isFetching: used.isFetching || version !== (view?._version ?? 0),
    error: used.error ?? undefined,
    retry: () => void used.refetch(),
  };
}

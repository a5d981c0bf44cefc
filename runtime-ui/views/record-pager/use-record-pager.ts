import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { ModuleView } from '#engine/model';
import { recordRoute, getErrorMessage, useSession } from '../../client/index.ts';
import { extendPager, findPager, hasRecordBeyond, isPagerLoaded, parsePager, searchPager, useListCache, removeFromPager, type RecordPagerState } from '../../headless/index.ts';
import { showTransientError } from '../../kit/index.ts';
import { readLocationState, useUpdateLocationState, type RecordLocationState } from './location-state.ts';

/** Where a record stands in the list that it was opened from, and the way to those beside it. */
export interface RecordPager {
  /** The route of the list. */
  readonly listHref: string;
  /** From 1. */
  readonly position: number;
  readonly total: number;
  readonly isExact: boolean;
  /** The list is one that names deleted records. */
  readonly includesDeleted: boolean;
  readonly previous: (() => void) | undefined;
  readonly next: (() => void) | undefined;
  /** Goes on from a record that is gone, the way that the walk was going; undefined when it was not come to by a step. */
  readonly skipRecord: (() => void) | undefined;
}

/** What the page was opened with: the walk as far as it is known. */
function usePagerFromLocation(module: ModuleView, recordId: string) {
  const client = useListCache();
  const updateLocationState = useUpdateLocationState();
  const { state } = useLocation() as { readonly state: RecordLocationState | null };
  const start = parsePager(state?.walk);
  const fromThisModule = start?.module === module.name ? start : undefined;
  const isKnown = fromThisModule === undefined || (isPagerLoaded(fromThisModule) && fromThisModule.ids.includes(recordId));
  const requestedId = useRef<string | undefined>(undefined);
  useEffect(() => {
    if (isKnown || requestedId.current === recordId) return;
    requestedId.current = recordId;
    const store = (walk: RecordPagerState | undefined) => {
      if (walk !== undefined) updateLocationState({ walk });
    };
    const found = findPager(client, fromThisModule, recordId);
    if (found !== undefined && isPagerLoaded(found)) store(found);
    // A list that cannot be read again leaves the record without its neighbours.
    else void searchPager(client, module, found ?? fromThisModule, recordId).then(store, () => undefined);
  }, [client, isKnown, module, updateLocationState, fromThisModule, recordId]);
  return fromThisModule !== undefined && isPagerLoaded(fromThisModule) && fromThisModule.ids.includes(recordId) ? { walk: fromThisModule, step: state?.step } : undefined;
}

/** The walk through the list that a record was opened from; undefined for one that was opened by its address. */
export function useRecordPager(module: ModuleView, recordId: string): RecordPager | undefined {
  const client = useListCache();
  const navigate = useNavigate();
  const updateLocationState = useUpdateLocationState();
  const user = useSession((session) => session.user);
  const opened = usePagerFromLocation(module, recordId);
  const [isBusy, setBusy] = useState(false);
  if (opened === undefined) return undefined;
  const { walk, step } = opened;
  const at = walk.ids.indexOf(recordId);

  // In place of this record: Back leads to the list, not through each of its records.
  const open = (next: RecordPagerState, id: string, by: -1 | 1) => void navigate(recordRoute(module.name, id, user), { replace: true, state: { ...readLocationState(), walk: next, step: by } });
  const go = async (by: -1 | 1, update: (known: RecordPagerState) => RecordPagerState = (known) => known): Promise<void> => {
    if (isBusy) return;
    const id = walk.ids[at + by];
    if (id !== undefined) return open(update(walk), id, by);
    setBusy(true);
    try {
      const more = await extendPager(client, module, walk, by);
      const found = more.ids[more.ids.indexOf(recordId) + by];
      if (found !== undefined) open(update(more), found, by);
      else updateLocationState({ walk: more });
    } catch (error) {
      showTransientError(getErrorMessage(error));
    } finally {
      setBusy(false);
    }
  };
  const stepHandler = (by: -1 | 1) => (hasRecordBeyond(walk, at, by) ? () => void go(by) : undefined);
  return {
    listHref: walk.list, position: walk.from + at + 1, total: walk.total, isExact: walk.isExact, includesDeleted: JSON.stringify(walk.query.searchTerms ?? {}).includes('"deleted"'), previous: stepHandler(-1), next: stepHandler(1),
    skipRecord: step !== undefined && hasRecordBeyond(walk, at, step) ? () => void go(step, (known) => removeFromPager(known, recordId)) : undefined,
  };
}

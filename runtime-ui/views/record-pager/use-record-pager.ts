import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { ModuleView } from '#engine/model/wire';
import { recordRoute, getErrorMessage, useSession } from '../../client/index.ts';
import {
  extendPager,
  findPager,
  hasRecordBeyond,
  isPagerLoaded,
  parsePager,
  searchPager,
  useListCache,
  removeFromPager,
  type RecordPagerState,
} from '../../headless/index.ts';
import { showTransientError } from '../../kit/index.ts';
import { readLocationState, useUpdateLocationState, type RecordLocationState } from './location-state.ts';

/** The position of a record in the list that it was opened from, and functions to go to the adjacent records. */
export interface RecordPager {
  /** The route of the list. */
  readonly listHref: string;
  /** From 1. */
  readonly position: number;
  readonly total: number;
  readonly isExact: boolean;
  /** The list filters by the `deleted` field, so it may include deleted records. */
  readonly includesDeleted: boolean;
  readonly previous: (() => void) | undefined;
  readonly next: (() => void) | undefined;
  /** Goes on from a missing record in the direction of the last step; undefined if the record was not opened by a step. */
  readonly skipRecord: (() => void) | undefined;
}

/** The pager state that the page was opened with. */
function usePagerFromLocation(module: ModuleView, recordId: string) {
  const client = useListCache();
  const updateLocationState = useUpdateLocationState();
  const { state } = useLocation() as { readonly state: RecordLocationState | null };
  const start = parsePager(state?.pager);
  const fromThisModule = start?.module === module.name ? start : undefined;
  const isKnown = fromThisModule === undefined || (isPagerLoaded(fromThisModule) && fromThisModule.ids.includes(recordId));
  const requestedId = useRef<string | undefined>(undefined);
  useEffect(() => {
    if (isKnown || requestedId.current === recordId) return;
    requestedId.current = recordId;
    const store = (pager: RecordPagerState | undefined) => {
      if (pager !== undefined) updateLocationState({ pager });
    };
    const found = findPager(client, fromThisModule, recordId);
    if (found !== undefined && isPagerLoaded(found)) store(found);
    // If the list cannot be loaded again, the record has no pager.
    else void searchPager(client, module, found ?? fromThisModule, recordId).then(store, () => undefined);
  }, [client, isKnown, module, updateLocationState, fromThisModule, recordId]);
  return fromThisModule !== undefined && isPagerLoaded(fromThisModule) && fromThisModule.ids.includes(recordId)
    ? { pager: fromThisModule, step: state?.step }
    : undefined;
}

/** The pager for the list that a record was opened from; undefined if it was opened by its URL. */
export function useRecordPager(module: ModuleView, recordId: string): RecordPager | undefined {
  const client = useListCache();
  const navigate = useNavigate();
  const updateLocationState = useUpdateLocationState();
  const user = useSession((session) => session.user);
  const opened = usePagerFromLocation(module, recordId);
  const [isBusy, setBusy] = useState(false);
  if (opened === undefined) return undefined;
  const { pager, step } = opened;
  const at = pager.ids.indexOf(recordId);

  // Replaces the history entry: Back returns to the list, not to each visited record.
  const open = (next: RecordPagerState, id: string, by: -1 | 1) =>
    void navigate(recordRoute(module.name, id, user), { replace: true, state: { ...readLocationState(), pager: next, step: by } });
  const go = async (by: -1 | 1, update: (known: RecordPagerState) => RecordPagerState = (known) => known): Promise<void> => {
    if (isBusy) return;
    const id = pager.ids[at + by];
    if (id !== undefined) return open(update(pager), id, by);
    setBusy(true);
    try {
      const more = await extendPager(client, module, pager, by);
      const found = more.ids[more.ids.indexOf(recordId) + by];
      if (found !== undefined) open(update(more), found, by);
      else updateLocationState({ pager: more });
    } catch (error) {
      showTransientError(getErrorMessage(error));
    } finally {
      setBusy(false);
    }
  };
  const stepHandler = (by: -1 | 1) => (hasRecordBeyond(pager, at, by) ? () => void go(by) : undefined);
  return {
    listHref: pager.list,
    position: pager.from + at + 1,
    total: pager.total,
    isExact: pager.isExact,
    includesDeleted: JSON.stringify(pager.query.searchTerms ?? {}).includes('"deleted"'),
    previous: stepHandler(-1),
    next: stepHandler(1),
    skipRecord:
      step !== undefined && hasRecordBeyond(pager, at, step) ? () => void go(step, (known) => removeFromPager(known, recordId)) : undefined,
  };
}

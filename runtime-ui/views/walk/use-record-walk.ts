import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { ModuleView } from '#engine/model';
import { recordRoute, textOfError, useSession } from '../../client/index.ts';
import { extendWalk, findWalk, hasBeyond, isWalking, readWalk, searchWalk, useListCache, withoutRecord, type ListWalk } from '../../headless/index.ts';
import { showPassingError } from '../../kit/index.ts';
import { readEntry, useKeepEntry, type EntryState } from './entry-state.ts';

/** Where a record stands in the list that it was opened from, and the way to those beside it. */
export interface RecordWalk {
  /** The route of the list. */
  readonly list: string;
  /** From 1. */
  readonly place: number;
  readonly total: number;
  readonly isExact: boolean;
  /** The list is one that names deleted records. */
  readonly listsDeleted: boolean;
  readonly previous: (() => void) | undefined;
  readonly next: (() => void) | undefined;
  /** Goes on from a record that is gone, the way that the walk was going; undefined when it was not come to by a step. */
  readonly stepOver: (() => void) | undefined;
}

/** What the page was opened with: the walk as far as it is known. */
function useOpenedWalk(module: ModuleView, recordId: string) {
  const client = useListCache();
  const keepEntry = useKeepEntry();
  const { state } = useLocation() as { readonly state: EntryState | null };
  const start = readWalk(state?.walk);
  const own = start?.module === module.name ? start : undefined;
  const isKnown = own === undefined || (isWalking(own) && own.ids.includes(recordId));
  const asked = useRef<string | undefined>(undefined);
  useEffect(() => {
    if (isKnown || asked.current === recordId) return;
    asked.current = recordId;
    const keep = (walk: ListWalk | undefined) => {
      if (walk !== undefined) keepEntry({ walk });
    };
    const found = findWalk(client, own, recordId);
    if (found !== undefined && isWalking(found)) keep(found);
    // A list that cannot be read again leaves the record without its neighbours.
    else void searchWalk(client, module, found ?? own, recordId).then(keep, () => undefined);
  }, [client, isKnown, module, keepEntry, own, recordId]);
  return own !== undefined && isWalking(own) && own.ids.includes(recordId) ? { walk: own, step: state?.step } : undefined;
}

/** The walk through the list that a record was opened from; undefined for one that was opened by its address. */
export function useRecordWalk(module: ModuleView, recordId: string): RecordWalk | undefined {
  const client = useListCache();
  const navigate = useNavigate();
  const keepEntry = useKeepEntry();
  const user = useSession((session) => session.user);
  const opened = useOpenedWalk(module, recordId);
  const [isBusy, setBusy] = useState(false);
  if (opened === undefined) return undefined;
  const { walk, step } = opened;
  const at = walk.ids.indexOf(recordId);

  // In place of this record: Back leads to the list, not through each of its records.
  const open = (next: ListWalk, id: string, by: -1 | 1) => void navigate(recordRoute(module.name, id, user), { replace: true, state: { ...readEntry(), walk: next, step: by } });
  const go = async (by: -1 | 1, kept: (known: ListWalk) => ListWalk = (known) => known): Promise<void> => {
    if (isBusy) return;
    const id = walk.ids[at + by];
    if (id !== undefined) return open(kept(walk), id, by);
    setBusy(true);
    try {
      const more = await extendWalk(client, module, walk, by);
      const found = more.ids[more.ids.indexOf(recordId) + by];
      if (found !== undefined) open(kept(more), found, by);
      else keepEntry({ walk: more });
    } catch (error) {
      showPassingError(textOfError(error));
    } finally {
      setBusy(false);
    }
  };
  const way = (by: -1 | 1) => (hasBeyond(walk, at, by) ? () => void go(by) : undefined);
  return {
    list: walk.list, place: walk.from + at + 1, total: walk.total, isExact: walk.isExact, listsDeleted: JSON.stringify(walk.query.searchTerms ?? {}).includes('"deleted"'), previous: way(-1), next: way(1),
    stepOver: step !== undefined && hasBeyond(walk, at, step) ? () => void go(step, (known) => withoutRecord(known, recordId)) : undefined,
  };
}

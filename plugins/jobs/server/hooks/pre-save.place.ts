import type { PreSaveContext } from '#engine';
import { isWriting } from '../services/is-writing.ts';
import { JOB_PLACED_BY, LEAD_PLACED_BY, locateJob, locateLead } from '../services/locate.ts';

/** A job carries where its ZIP is. */
export const placeJob = keepPlace(JOB_PLACED_BY, locateJob);

/** A lead carries where it lives, and which of the ZIPs that it would go to there are. */
export const placeLead = keepPlace(LEAD_PLACED_BY, locateLead);

/** Says in `geoInfo` where a record is, with every save that writes a field by which that is known. */
function keepPlace(placedBy: readonly string[], locate: typeof locateJob): (context: PreSaveContext) => Promise<void> {
  return async (context) => {
    const { draft, places } = context;
    if (!isWriting(context, placedBy)) return;
    const geoInfo = await locate(places, draft);
    if (geoInfo === undefined) delete draft['geoInfo'];
    else draft['geoInfo'] = geoInfo;
  };
}

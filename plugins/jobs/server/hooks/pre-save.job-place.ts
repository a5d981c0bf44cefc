import type { PreSaveContext } from '#engine';
import { isWriting } from '../services/is-writing.ts';
import { JOB_PLACED_BY, locateJob } from '../services/locate.ts';

/** A job carries where its ZIP is. */
export async function placeJob(context: PreSaveContext): Promise<void> {
  const { draft, places } = context;
  if (!isWriting(context, JOB_PLACED_BY)) return;
  const geoInfo = await locateJob(places, draft);
  if (geoInfo === undefined) delete draft['geoInfo'];
  else draft['geoInfo'] = geoInfo;
}

import type { PreSaveContext } from '#engine';
import { isWriting } from '../services/is-writing.ts';
import { LEAD_PLACED_BY, locateLead } from '../services/locate.ts';

/** A lead carries where it lives, and which of the ZIPs that it would go to there are. */
export async function placeLead(context: PreSaveContext): Promise<void> {
  const { draft, places } = context;
  if (!isWriting(context, LEAD_PLACED_BY)) return;
  const geoInfo = await locateLead(places, draft);
  if (geoInfo === undefined) delete draft['geoInfo'];
  else draft['geoInfo'] = geoInfo;
}

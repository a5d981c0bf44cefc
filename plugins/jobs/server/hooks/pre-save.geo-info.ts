import type { PreSaveContext } from '#engine';
import { needsRecalculation } from '../services/needs-recalculation.ts';
import { JOB_LOCATION_FIELDS, LEAD_LOCATION_FIELDS, buildJobGeoInfo, buildLeadGeoInfo } from '../services/locate.ts';

/** A job carries where its ZIP is. */
export const geocodeJob = createGeocodeHook(JOB_LOCATION_FIELDS, buildJobGeoInfo);

/** A lead carries where it lives, and which of the ZIPs that it would go to there are. */
export const geocodeLead = createGeocodeHook(LEAD_LOCATION_FIELDS, buildLeadGeoInfo);

/** Says in `geoInfo` where a record is, with every save that writes a field by which that is known. */
function createGeocodeHook(placedBy: readonly string[], locate: typeof buildJobGeoInfo): (context: PreSaveContext) => Promise<void> {
  return async (context) => {
    const { draft, geocoder } = context;
    if (!needsRecalculation(context, placedBy)) return;
    const geoInfo = await locate(geocoder, draft);
    if (geoInfo === undefined) delete draft['geoInfo'];
    else draft['geoInfo'] = geoInfo;
  };
}

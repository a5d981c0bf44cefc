import type { PreSaveContext } from '#engine';
import { needsRecalculation } from '../services/needs-recalculation.ts';
import { JOB_LOCATION_FIELDS, LEAD_LOCATION_FIELDS, buildJobGeoInfo, buildLeadGeoInfo } from '../services/locate.ts';

/** Sets `geoInfo` of a job from its ZIP. */
export const geocodeJob = createGeocodeHook(JOB_LOCATION_FIELDS, buildJobGeoInfo);

/** Sets `geoInfo` of a lead: where it lives, and which of its interested ZIPs exist. */
export const geocodeLead = createGeocodeHook(LEAD_LOCATION_FIELDS, buildLeadGeoInfo);

/** Creates a hook that updates `geoInfo` with every save that writes one of the location fields. */
function createGeocodeHook(placedBy: readonly string[], locate: typeof buildJobGeoInfo): (context: PreSaveContext) => Promise<void> {
  return async (context) => {
    const { draft, geocoder } = context;
    if (!needsRecalculation(context, placedBy)) return;
    const geoInfo = await locate(geocoder, draft);
    if (geoInfo === undefined) delete draft['geoInfo'];
    else draft['geoInfo'] = geoInfo;
  };
}

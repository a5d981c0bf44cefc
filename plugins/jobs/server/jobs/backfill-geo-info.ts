import { defineBackfill } from '#engine';
import { JOB_LOCATION_FIELDS, LEAD_LOCATION_FIELDS, buildJobGeoInfo, buildLeadGeoInfo } from '../services/locate.ts';

/** Jobs that were saved before places were kept learn where they are. */
export const backfillJobGeoInfo = defineBackfill({
  name: 'job-places', module: 'jobs', field: 'geoInfo', filter: { zip: { exists: true } }, reads: JOB_LOCATION_FIELDS,
  compute: (job, { places }) => buildJobGeoInfo(places, job),
});

/** Leads likewise: where they live, and would go. */
export const backfillLeadGeoInfo = defineBackfill({
  name: 'lead-places', module: 'leads', field: 'geoInfo', filter: { or: LEAD_LOCATION_FIELDS.map((field) => ({ [field]: { exists: true } })) }, reads: LEAD_LOCATION_FIELDS,
  compute: (lead, { places }) => buildLeadGeoInfo(places, lead),
});

import { defineBackfill } from '#engine';
import { JOB_LOCATION_FIELDS, LEAD_LOCATION_FIELDS, buildJobGeoInfo, buildLeadGeoInfo } from '../services/locate.ts';

/** Backfills `geoInfo` of jobs that were saved before the field existed. */
export const backfillJobGeoInfo = defineBackfill({
  name: 'job-places',
  module: 'jobs',
  field: 'geoInfo',
  filter: { zip: { exists: true } },
  reads: JOB_LOCATION_FIELDS,
  compute: (job, { geocoder }) => buildJobGeoInfo(geocoder, job),
});

/** Backfills `geoInfo` of leads that were saved before the field existed. */
export const backfillLeadGeoInfo = defineBackfill({
  name: 'lead-places',
  module: 'leads',
  field: 'geoInfo',
  filter: { or: LEAD_LOCATION_FIELDS.map((field) => ({ [field]: { exists: true } })) },
  reads: LEAD_LOCATION_FIELDS,
  compute: (lead, { geocoder }) => buildLeadGeoInfo(geocoder, lead),
});

import { defineFill } from '#engine';
import { JOB_PLACED_BY, LEAD_PLACED_BY, locateJob, locateLead } from '../services/locate.ts';

/** Jobs that were saved before places were kept learn where they are. */
export const fillJobPlaces = defineFill({
  name: 'job-places', module: 'jobs', field: 'geoInfo', among: { zip: { exists: true } }, reads: JOB_PLACED_BY,
  fill: (job, { places }) => locateJob(places, job),
});

/** Leads likewise: where they live, and would go. */
export const fillLeadPlaces = defineFill({
  name: 'lead-places', module: 'leads', field: 'geoInfo', among: { or: LEAD_PLACED_BY.map((field) => ({ [field]: { exists: true } })) }, reads: LEAD_PLACED_BY,
  fill: (lead, { places }) => locateLead(places, lead),
});

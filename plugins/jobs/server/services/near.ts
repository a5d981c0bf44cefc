import type { PluginRouteContext, VisibleRecord } from '#engine';
import type { JsonObject, JsonValue, Point } from '#engine/model';
import { pointOf, zipOfAddress, zipsOf } from './places.ts';

/** A place that is searched around: a ZIP of five digits, or a point. */
export type Middle = string | Point;

/** Statuses of jobs that candidates are still put forward for. */
const OPEN: readonly string[] = ['Accepting Applications', 'Submit Candidates'];

const within = (of: Middle, miles: number): JsonObject => ({ withinMiles: { of: typeof of === 'string' ? of : { ...of }, miles } });

/** Jobs around any of these places. */
export function jobsNear(middles: readonly Middle[], miles: number): JsonObject {
  return { or: middles.map((of) => ({ zip: within(of, miles) })) };
}

/** Leads who live around a place. */
export function leadsLivingNear(of: Middle, miles: number): JsonObject {
  return { current_address: within(of, miles) };
}

/** Leads who live around a place, or would go there. */
export function leadsNear(of: Middle, miles: number): JsonObject {
  return { or: [leadsLivingNear(of, miles), { interested_location_zips: within(of, miles) }] };
}

/** Jobs that candidates of a profession are put forward for. */
export function openJobs(profession: JsonValue | undefined): JsonObject {
  return { job_status: { in: [...OPEN] }, ...ofProfession(profession) };
}

/** Leads of a profession that may still be placed. */
export function activeLeads({ setting }: { setting(this: void, key: string): JsonValue | undefined }, profession: JsonValue | undefined): JsonObject {
  const statuses = setting('active_lead_statuses');
  return { ...(Array.isArray(statuses) && statuses.length > 0 ? { lead_status: { in: statuses } } : {}), ...ofProfession(profession) };
}

function ofProfession(profession: JsonValue | undefined): JsonObject {
  return typeof profession === 'string' ? { profession } : {};
}

/** Where a job is, as far as the asker may know. Ends the call when nobody does. */
export function placeOfJob(context: Pick<PluginRouteContext, 'refuse'>, job: VisibleRecord): Middle {
  const point = typeof job['zip'] === 'string' ? pointOf(job['geoInfo']) : undefined;
  return point ?? context.refuse('place_unknown');
}

/** Where a lead lives and would go, as far as the asker may know. Ends the call when nobody does. */
export function placesOfLead(context: Pick<PluginRouteContext, 'refuse'>, lead: VisibleRecord): readonly Middle[] {
  const home = zipOfAddress(lead['current_address']) === undefined ? undefined : pointOf(lead['geoInfo']);
  const places: readonly Middle[] = [...(home === undefined ? [] : [home]), ...interestsOfLead(lead)];
  return places.length > 0 ? places : context.refuse('place_unknown');
}

/** Where a lead would go. */
export function interestsOfLead(lead: VisibleRecord): readonly Middle[] {
  return lead['interested_location_zips'] === undefined ? [] : zipsOf(lead['geoInfo']);
}

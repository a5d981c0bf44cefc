import type { PluginRouteContext, VisibleRecord } from '#engine';
import type { JsonObject, JsonValue, Point } from '#engine/model';
import { readPoint, zipOfAddress, readInterestedZips } from './geo-info.ts';

/** The center of a radius search: a ZIP of five digits, or a point. */
export type RadiusCenter = string | Point;

/** Statuses of jobs that still accept candidates. */
const OPEN: readonly string[] = ['Accepting Applications', 'Submit Candidates'];

const within = (of: RadiusCenter, miles: number): JsonObject => ({ withinMiles: { of: typeof of === 'string' ? of : { ...of }, miles } });

/** Jobs near any of these places. */
export function buildJobsNearFilter(middles: readonly RadiusCenter[], miles: number): JsonObject {
  return { or: middles.map((of) => ({ zip: within(of, miles) })) };
}

/** Leads that live near a place. */
export function buildLeadsLivingNearFilter(of: RadiusCenter, miles: number): JsonObject {
  return { current_address: within(of, miles) };
}

/** Leads that live within the radius or are interested in a location there. */
export function buildLeadsNearFilter(of: RadiusCenter, miles: number): JsonObject {
  return { or: [buildLeadsLivingNearFilter(of, miles), { interested_location_zips: within(of, miles) }] };
}

/** Jobs that still accept candidates of a profession. */
export function buildOpenJobsFilter(profession: JsonValue | undefined): JsonObject {
  return { job_status: { in: [...OPEN] }, ...ofProfession(profession) };
}

/** Leads of a profession that can still be placed. */
function buildActiveLeadsFilter(
  { setting }: { setting(this: void, key: string): JsonValue | undefined },
  profession: JsonValue | undefined,
): JsonObject {
  const statuses = setting('active_lead_statuses');
  return { ...(Array.isArray(statuses) && statuses.length > 0 ? { lead_status: { in: statuses } } : {}), ...ofProfession(profession) };
}

function ofProfession(profession: JsonValue | undefined): JsonObject {
  return typeof profession === 'string' ? { profession } : {};
}

/** Active leads with the profession of a job that live near it or are interested in its location. */
export function buildMatchingLeadsFilter(
  settings: Parameters<typeof buildActiveLeadsFilter>[0],
  profession: JsonValue | undefined,
  location: RadiusCenter,
  miles: number,
): JsonObject {
  return { and: [buildActiveLeadsFilter(settings, profession), buildLeadsNearFilter(location, miles)] };
}

/** The location of a job; undefined if it is not known. */
export function findJobLocation(job: Pick<VisibleRecord, string>): RadiusCenter | undefined {
  return typeof job['zip'] === 'string' ? readPoint(job['geoInfo']) : undefined;
}

/** The location of a job, if the requester can see it. Ends the request with an error if it is not known. */
export function getJobLocation(context: Pick<PluginRouteContext, 'refuse'>, job: VisibleRecord): RadiusCenter {
  return findJobLocation(job) ?? context.refuse('place_unknown');
}

/** The home and interested locations of a lead, if the requester can see them. Ends the request with an error if none is known. */
export function getLeadLocations(context: Pick<PluginRouteContext, 'refuse'>, lead: VisibleRecord): readonly RadiusCenter[] {
  const home = zipOfAddress(lead['current_address']) === undefined ? undefined : readPoint(lead['geoInfo']);
  const places: readonly RadiusCenter[] = [...(home === undefined ? [] : [home]), ...getInterestedLocations(lead)];
  return places.length > 0 ? places : context.refuse('place_unknown');
}

/** The interested locations of a lead. */
export function getInterestedLocations(lead: VisibleRecord): readonly RadiusCenter[] {
  return lead['interested_location_zips'] === undefined ? [] : readInterestedZips(lead['geoInfo']);
}

import { defineService, offerService, type Actor, type ServiceContext } from '#engine';
import { buildMatchingLeadsFilter, findJobLocation } from './match-filters.ts';
import { readMiles } from './read-parameters.ts';

/** Finds the leads of jobs for other plugins. */
export interface Matching {
  /** Ids of the leads that match a job, as far as the user may see both, within the default radius. Errors: `record_not_found`, `place_unknown`. */
  findLeads(input: { readonly job: string; readonly user: string; readonly limit: number }): Promise<readonly string[]>;
}

/** Offered to plugins that write to the leads of a job. */
export const MATCHING_SERVICE = offerService<Matching>(defineService<Matching>('jobs.matching', '1.0.0'), (context) => ({
  findLeads: (input) => findLeads(context, input),
}));

async function findLeads(
  context: ServiceContext,
  { job: id, user, limit }: Parameters<Matching['findLeads']>[0],
): Promise<readonly string[]> {
  const actor: Actor = { kind: 'plugin', name: 'jobs', userId: user };
  const job = await context.records.get(actor, { module: 'jobs', id });
  const location = findJobLocation(job) ?? context.refuse('place_unknown');
  const settings = { setting: (key: string) => context.setting(key) };
  const miles = readMiles({ ...settings, query: {}, refuse: context.refuse }, undefined);
  const filter = buildMatchingLeadsFilter(settings, job['profession'], location, miles);
  return (await context.records.findIds(actor, { module: 'leads', filter, limit })).ids;
}

import { MusterError, SYSTEM_ACTOR } from '#engine';
import type { JsonObject } from '#engine/model';
import type { SeedOptions, Seeding } from './contract.ts';
import { seedOrganization, seedProviderUser } from './organization.ts';
import { seedOwnRecords } from './own-records.ts';
import { Places } from './places.ts';
import { Random } from './random.ts';
import { makeAccounts, makeContacts, makeJobs, makeLeads, makeSubs } from './recruiting.ts';
import { makeActivities, makeCalendarEvents, makeDocuments, makePlacements, makeProviders, makeTasks, seedTimeOff } from './staffing.ts';

export type { SeedOptions } from './contract.ts';

/** Records a commit: large enough to spare commits, small enough to hold little in memory. */
const CHUNK = 2000;

/**
 * Fills a store with the demo company through the record pipeline; an empty one gets the same data every time, dates
 * relative to now. Where the company's people are there already, more records of other names are added for them.
 */
export async function seedDemo(options: SeedOptions): Promise<void> {
  const size = options.size ?? 5000;
  const share = (count: number): number => Math.max(1, Math.round((count * size) / 5000));
  const { total: earlier } = await options.records.find(SYSTEM_ACTOR, { module: 'leads', limit: 1 });
  const seeding = prepare(options, earlier);
  const dashboardUser = await seedOrganization(seeding);
  const accounts = await seeding.insert('accounts', makeAccounts(seeding, share(400)), share(400));
  await seeding.insert('contacts', makeContacts(seeding, accounts), accounts.length);
  const leads = await seeding.insert('leads', makeLeads(seeding, size), size);
  const jobs = await seeding.insert('jobs', makeJobs(seeding, accounts, share(1200)), share(1200));
  const subs = await seeding.insert('subs', makeSubs(seeding, { leads, jobs, accounts }, share(6000)), share(6000));
  const providers = await seeding.insert('providers', makeProviders(seeding, leads, accounts, share(800)), share(800));
  await seeding.insert('placements', makePlacements(seeding, { providers, accounts, subs }), Math.ceil(providers.length / 2));
  if (dashboardUser !== undefined) await seedPeople(seeding, { provider: providers[0] as string, dashboardUser });
  await seeding.insert('tasks', makeTasks(seeding, leads, share(300)), share(300));
  await seeding.insert('activities', makeActivities(seeding, leads, share(1500)), share(1500));
  await seeding.insert('documents', makeDocuments(seeding, providers, share(300)), share(300));
  await seeding.insert('calendarEvents', makeCalendarEvents(seeding, share(60)), share(60));
}

/** What each of the demo's people gets once. */
async function seedPeople(seeding: Seeding, { provider, dashboardUser }: { readonly provider: string; readonly dashboardUser: string }): Promise<void> {
  const providerUser = await seedProviderUser(seeding, provider);
  await seedTimeOff(seeding);
  await seedOwnRecords(seeding, { provider, providerUser, dashboardUser });
}

/** Seeds leads alone, with the organisation they need: what load measurements work on. */
export async function seedLeads(options: SeedOptions & { readonly size: number }): Promise<void> {
  const seeding = prepare(options, 0);
  await seedOrganization(seeding);
  await seeding.insert('leads', makeLeads(seeding, options.size), options.size);
}

function prepare(options: SeedOptions, earlier: number): Seeding {
  return {
    ...options,
    random: new Random(20_260_101 + earlier),
    places: new Places(),
    teams: { gulf: '', west: '', north: '', provider: '' },
    staff: [],
    insert: (module, records, of) => insert(options, module, records, of),
  };
}

async function insert(options: SeedOptions, module: string, records: Iterable<JsonObject>, of: number): Promise<string[]> {
  const ids: string[] = [];
  let chunk: JsonObject[] = [];
  const flush = async (): Promise<void> => {
    if (chunk.length === 0) return;
    const result = await options.records.createMany(SYSTEM_ACTOR, { module, records: chunk, quiet: true, allowDuplicates: true, changeSource: 'demo data' });
    const refused = result.refused[0];
    if (refused) throw new MusterError('validation_failed', { message: `Demo ${module}: ${refused.error} ${JSON.stringify(refused.details ?? [])}` });
    ids.push(...result.done);
    chunk = [];
    options.onProgress?.(module, ids.length, of);
  };
  for (const record of records) {
    chunk.push(record);
    if (chunk.length === CHUNK) await flush();
  }
  await flush();
  return ids;
}

import { MusterError, SYSTEM_ACTOR } from '#engine';
import type { JsonObject } from '#engine/model';
import { seedBackOffice } from './back-office.ts';
import { seedCommunication } from './communication.ts';
import { madeAt, type SeedOptions, type Seeding } from './contract.ts';
import { seedCredentialing } from './credentialing.ts';
import { isOpen, makeJobs, type JobFacts } from './jobs.ts';
import { seedMailboxes } from './mailboxes.ts';
import { Names } from './names.ts';
import { seedOrganization, seedProviderUser, STAFF_NAMES } from './organization.ts';
import { seedOwnRecords } from './own-records.ts';
import { Places } from './places.ts';
import { Random } from './random.ts';
import { makeAccounts, makeContacts, makeLeads, makeLeadsFor, type AccountFacts, type LeadFacts } from './recruiting.ts';
import { seedSigning } from './signing.ts';
import { makeActivities, makeCalendarEvents, makeDocuments, makePlacements, makeProviders, seedTimeOff, type PlacementFacts, type ProviderFacts } from './staffing.ts';
import { makeSubs, type SubFacts } from './submissions.ts';
import { makeTasks } from './tasks.ts';
import { seedTogetherness } from './togetherness.ts';

export type { SeedOptions } from './contract.ts';

/** Records a call: at its end the store waits for the last of them, which many calls would pay for; fewer hold little in memory. */
const CHUNK = 2_000;

/**
 * Fills a store with the demo company through the record pipeline; an empty one gets the same data every time, dates
 * relative to now. Where the company's people are there already, more records of other names are added for them.
 */
export async function seedDemo(options: SeedOptions): Promise<void> {
  const size = options.size ?? 5000;
  const { total: earlier } = await options.records.find(SYSTEM_ACTOR, { module: 'leads', limit: 1 });
  const seeding = prepare(options, earlier);
  const dashboardUser = await seedOrganization(seeding);
  const company = await seedCompany(seeding, size);
  const ids = { accounts: listIds(company.accounts), leads: listIds(company.leads), jobs: listIds(company.jobs), placements: listIds(company.placements), providers: listIds(company.providers) };
  const providerUser = dashboardUser === undefined ? undefined : await seedPeople(seeding, { provider: company.providers[0]?._id ?? '', dashboardUser });
  await seedWork(seeding, company, size);
  if (dashboardUser !== undefined) await seedOffice(seeding, { ...ids, placements: company.placements });
  if (providerUser !== undefined) await seedBackOffice(seeding, { ...ids, placements: listFollowed(company), providerUser });
  if (providerUser !== undefined) await seedTogetherness(seeding, providerUser);
}

type Made<T> = T & { readonly _id: string };

interface Company {
  readonly accounts: readonly Made<AccountFacts>[];
  readonly jobs: readonly Made<JobFacts>[];
  readonly leads: readonly Made<LeadFacts>[];
  readonly subs: readonly Made<SubFacts>[];
  readonly providers: readonly Made<ProviderFacts>[];
  readonly placements: readonly Made<PlacementFacts>[];
}

/** How many of a module there are in a company of so many leads. */
function shareOf(size: number, count: number): number {
  return Math.max(1, Math.round((count * size) / 5000));
}

/** Who works with whom: each job is of a client, each sub of a lead to a job of their profession, each provider a lead who was hired. */
async function seedCompany(seeding: Seeding, size: number): Promise<Company> {
  const share = (count: number): number => shareOf(size, count);
  const accounts = await make(seeding, 'accounts', makeAccounts(seeding, share(400)));
  await seeding.insert('contacts', makeContacts(seeding, accounts), accounts.length);
  const jobs = await make(seeding, 'jobs', makeJobs(seeding, accounts, share(1200)));
  const leads = await make(seeding, 'leads', makeLeadsFor(seeding, size, { won: jobs.filter(({ status }) => status === 'Closed - Won'), open: jobs.filter(isOpen) }));
  const subs = await make(seeding, 'subs', makeSubs(seeding, { leads, jobs }, share(6000)));
  const providers = await make(seeding, 'providers', makeProviders(seeding, subs));
  const placements = await make(seeding, 'placements', makePlacements(seeding, providers));
  return { accounts, jobs, leads, subs, providers, placements };
}

/** What the staff do day by day. */
async function seedWork(seeding: Seeding, { leads, subs, providers, placements }: Company, size: number): Promise<void> {
  const share = (count: number): number => shareOf(size, count);
  await seeding.insert('tasks', makeTasks(seeding, { leads, subs, placements }, share(300)), share(300));
  await seeding.insert('activities', makeActivities(seeding, subs, share(1500)), share(1500));
  await seeding.insert('documents', makeDocuments(seeding, providers, share(300)), share(300));
  await seeding.insert('calendarEvents', makeCalendarEvents(seeding, subs, share(60)), share(60));
}

/** Writes what was thought up, and answers it with its ids. */
async function make<T extends { readonly fields: JsonObject }>(seeding: Seeding, module: string, drafts: readonly T[]): Promise<Made<T>[]> {
  const ids = await seeding.insert(module, drafts.map(({ fields }) => fields), drafts.length);
  return drafts.map((draft, index) => ({ ...draft, _id: ids[index] as string }));
}

function listIds(records: readonly { readonly _id: string }[]): string[] {
  return records.map(({ _id }) => _id);
}

/** Placements that have hours of weeks that are over. */
function listFollowed({ placements }: Company): string[] {
  return listIds(placements.filter(({ start, end }) => start <= -21 && end > 0));
}

/** What each of the demo's people gets once. Answers the user of the provider. */
async function seedPeople(seeding: Seeding, { provider, dashboardUser }: { readonly provider: string; readonly dashboardUser: string }): Promise<string> {
  const providerUser = await seedProviderUser(seeding, provider);
  await seedTimeOff(seeding);
  await seedOwnRecords(seeding, { provider, providerUser, dashboardUser });
  return providerUser;
}

/** The papers of the placed, and what the staff write and say. */
async function seedOffice(seeding: Seeding, company: { readonly [module in 'leads' | 'jobs' | 'accounts']: readonly string[] } & { readonly placements: readonly Made<PlacementFacts>[] }): Promise<void> {
  await seedSigning(seeding, await seedCredentialing(seeding, company));
  await seedCommunication(seeding, company);
  await seedMailboxes(seeding);
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
    names: new Names(STAFF_NAMES),
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
  let index = 0;
  for (const record of records) {
    chunk.push({ ...describeMaking(options.now, record, index++ / of), ...record });
    if (chunk.length === CHUNK) await flush();
  }
  await flush();
  return ids;
}

/** Weeks over which what says nothing of its making was made, the last of them three weeks ago: a company is not made in one morning. */
const [OLDEST, SPAN] = [-90, 69];

/** When and by whom a record was made that does not say so itself: one after the other, by whoever has it. */
function describeMaking(now: number, { assigned_to }: JsonObject, share: number): JsonObject {
  const owner = typeof assigned_to === 'string' ? { created_by: assigned_to, modified_by: assigned_to } : {};
  return { ...madeAt(now, OLDEST + Math.floor(share * SPAN)), ...owner };
}

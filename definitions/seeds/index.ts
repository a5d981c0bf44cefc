import { MusterError, SYSTEM_ACTOR } from '#engine';
import type { JsonObject } from '#engine/model';
import { seedBackOffice } from './back-office.ts';
import { seedCommunication } from './communication.ts';
import { inOrder, makeTimestamps, type SeedOptions, type SeedContext } from './seed-context.ts';
import { seedCredentialing } from './credentialing.ts';
import { isOpen, makeJobs, type JobSeed } from './jobs.ts';
import { seedMailboxes } from './mailboxes.ts';
import { Names } from './names.ts';
import { seedOrganization, seedProviderUser, STAFF_NAMES } from './organization.ts';
import { seedPersonalRecords } from './personal-records.ts';
import { seedNotifications } from './notifications.ts';
import { Places } from './places.ts';
import { Random } from './random.ts';
import { makeAccounts, makeContacts, makeLeads, makeLeadsFor, type LeadSeed } from './recruiting.ts';
import type { AccountSeed } from './account-seed.ts';
import { seedSigning } from './signing.ts';
import {
  makeActivities,
  makeCalendarEvents,
  makeDocuments,
  makePlacements,
  makeProviders,
  seedTimeOff,
  type PlacementSeed,
  type ProviderSeed,
} from './staffing.ts';
import { makeSubs, type SubSeed } from './submissions.ts';
import { makeTasks } from './tasks.ts';
import { seedEmployeeEngagement } from './employee-engagement.ts';

export type { SeedOptions } from './seed-context.ts';

/**
 * Records per call. Each call waits for the store at its end, so that many small calls are slow; few records per call
 * use little memory.
 */
const CHUNK = 2_000;

/**
 * Fills a store with the demo company through the record pipeline. An empty store gets the same data every time, with
 * dates relative to now. If the demo users exist already, more records with other names are added for them.
 */
export async function seedDemo(options: SeedOptions): Promise<void> {
  const size = options.size ?? 5000;
  const { total: earlier } = await options.records.find(SYSTEM_ACTOR, { module: 'leads', limit: 1 });
  const context = prepare(options, earlier);
  const dashboardUser = await seedOrganization(context);
  const company = await seedCompany(context, size);
  const ids = {
    accounts: listIds(company.accounts),
    leads: listIds(company.leads),
    jobs: listIds(company.jobs),
    placements: listIds(company.placements),
    providers: listIds(company.providers),
  };
  const providerUser =
    dashboardUser === undefined ? undefined : await seedPeople(context, { provider: company.providers[0]?._id ?? '', dashboardUser });
  await seedWork(context, company, size);
  if (dashboardUser !== undefined) await seedOffice(context, { ...ids, placements: company.placements });
  if (providerUser !== undefined) await seedBackOffice(context, { ...ids, placements: listTracked(company), providerUser });
  if (providerUser !== undefined) await seedEmployeeEngagement(context, providerUser);
  if (dashboardUser !== undefined) await seedNotifications(context);
}

type WithId<T> = T & { readonly _id: string };

interface Company {
  readonly accounts: readonly WithId<AccountSeed>[];
  readonly jobs: readonly WithId<JobSeed>[];
  readonly leads: readonly WithId<LeadSeed>[];
  readonly subs: readonly WithId<SubSeed>[];
  readonly providers: readonly WithId<ProviderSeed>[];
  readonly placements: readonly WithId<PlacementSeed>[];
}

/** Number of records of a module in a company with this number of leads. */
function shareOf(size: number, count: number): number {
  return Math.max(1, Math.round((count * size) / 5000));
}

/**
 * Records that depend on each other: each job belongs to a client, each sub links a lead to a job of their profession,
 * each provider is a hired lead.
 */
async function seedCompany(context: SeedContext, size: number): Promise<Company> {
  const share = (count: number): number => shareOf(size, count);
  const accounts = await make(context, 'accounts', makeAccounts(context, share(400)));
  await context.insert('contacts', makeContacts(context, accounts), accounts.length);
  const jobs = await make(context, 'jobs', makeJobs(context, accounts, share(1200)));
  const leads = await make(
    context,
    'leads',
    makeLeadsFor(context, size, { won: jobs.filter(({ status }) => status === 'Closed - Won'), open: jobs.filter(isOpen) }),
  );
  const subs = await make(context, 'subs', makeSubs(context, { leads, jobs }, share(6000)));
  const providers = await make(context, 'providers', makeProviders(context, subs));
  const placements = await make(context, 'placements', makePlacements(context, providers));
  return { accounts, jobs, leads, subs, providers, placements };
}

/** Daily work of the staff. */
async function seedWork(context: SeedContext, { leads, subs, providers, placements }: Company, size: number): Promise<void> {
  const share = (count: number): number => shareOf(size, count);
  await context.insert('tasks', makeTasks(context, { leads, subs, placements }, share(300)), share(300));
  await context.insert('activities', makeActivities(context, subs, share(1500)), share(1500));
  await context.insert('documents', makeDocuments(context, providers, share(300)), share(300));
  await context.insert('calendarEvents', makeCalendarEvents(context, subs, share(60)), share(60));
}

/** Inserts the drafts and returns them with their ids. */
async function make<T extends { readonly fields: JsonObject }>(
  context: SeedContext,
  module: string,
  drafts: readonly T[],
): Promise<WithId<T>[]> {
  const ids = await context.insert(
    module,
    drafts.map(({ fields }) => fields),
    drafts.length,
  );
  return drafts.map((draft, index) => ({ ...draft, _id: ids[index] as string }));
}

function listIds(records: readonly { readonly _id: string }[]): string[] {
  return records.map(({ _id }) => _id);
}

/** Placements with hours in past weeks. */
function listTracked({ placements }: Company): string[] {
  return listIds(placements.filter(({ start, end }) => start <= -21 && end > 0));
}

/** Records of the demo users. Returns the user of the provider. */
async function seedPeople(
  context: SeedContext,
  { provider, dashboardUser }: { readonly provider: string; readonly dashboardUser: string },
): Promise<string> {
  const providerUser = await seedProviderUser(context, provider);
  await seedTimeOff(context);
  await seedPersonalRecords(context, { provider, providerUser, dashboardUser });
  return providerUser;
}

/** Documents of placed providers, and the communication of the staff. */
async function seedOffice(
  context: SeedContext,
  company: { readonly [module in 'leads' | 'jobs' | 'accounts']: readonly string[] } & {
    readonly placements: readonly WithId<PlacementSeed>[];
  },
): Promise<void> {
  await seedSigning(context, await seedCredentialing(context, company));
  await seedCommunication(context, company);
  await seedMailboxes(context);
}

/** Seeds only leads, with the organization they need, for load tests. */
export async function seedLeads(options: SeedOptions & { readonly size: number }): Promise<void> {
  const context = prepare(options, 0);
  await seedOrganization(context);
  await context.insert('leads', makeLeads(context, options.size), options.size);
}

function prepare(options: SeedOptions, earlier: number): SeedContext {
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
    const result = await options.records.createMany(SYSTEM_ACTOR, {
      module,
      records: chunk,
      quiet: true,
      allowDuplicates: true,
      changeSource: 'demo data',
    });
    const refused = result.refused[0];
    if (refused)
      throw new MusterError('validation_failed', { message: `Demo ${module}: ${refused.error} ${JSON.stringify(refused.details ?? [])}` });
    ids.push(...result.done);
    chunk = [];
    options.onProgress?.(module, ids.length, of);
  };
  let index = 0;
  for (const record of records) {
    chunk.push(inOrder({ ...makeDefaults(options.now, record, index++ / of), ...record }));
    if (chunk.length === CHUNK) await flush();
  }
  await flush();
  return ids;
}

/** The period in days in which records without their own creation date are created; it ends three weeks ago. */
const [OLDEST, SPAN] = [-90, 69];

/** Creation date and user of records that do not set them: evenly distributed, by the assigned user. */
function makeDefaults(now: number, { assigned_to }: JsonObject, share: number): JsonObject {
  const owner = typeof assigned_to === 'string' ? { created_by: assigned_to, modified_by: assigned_to } : {};
  return { ...makeTimestamps(now, OLDEST + Math.floor(share * SPAN)), ...owner };
}

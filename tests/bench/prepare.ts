import { randomBytes } from 'node:crypto';
import { makeLeads } from '../../definitions/seeds/recruiting.ts';
import { Names } from '../../definitions/seeds/names.ts';
import { Places } from '../../definitions/seeds/places.ts';
import { Random } from '../../definitions/seeds/random.ts';
import type { SeedContext } from '../../definitions/seeds/seed-context.ts';
import { SYSTEM_ACTOR } from '../../engine/index.ts';
import { composeApplication, readConfiguration, tuneHeap, type Application } from '../../engine/application/index.ts';
import type { JsonObject } from '#engine/model/values';

export const BENCH_EMAIL = 'bench.reader@muster.example';
export const BENCH_PASSWORD = 'Bench-reader1!';

export interface Prepared {
  /** Records per second through the pipeline, including validation, hooks, audit and outbox. */
  readonly seedRate: number;
  /** Ids of leads that the reader can see: about 60 %. */
  readonly visibleIds: readonly string[];
  readonly secret: string;
}

const level = { access: true, create: true, mass_update: false, export: false, view: 'All', edit: 'All', delete: 'None' } as const;

/** Two roles that together hide two fields of leads. */
const ROLES = [
  {
    id: 'role_bench_one',
    name: 'Bench one',
    module_access: { leads: level, accounts: level },
    field_access: { leads: { desired_rate: 'none', license_number: 'none' } },
  },
  {
    id: 'role_bench_two',
    name: 'Bench two',
    module_access: { leads: { ...level, delete: 'Owner' }, jobs: level },
    field_access: { leads: { desired_rate: 'none', license_number: 'none' } },
  },
] as const;

interface People {
  readonly mine: readonly string[];
  readonly others: string;
  readonly owner: string;
}

/** Three teams, a reader in two of them, and another user who owns all leads. */
async function makePeople(application: Application): Promise<People> {
  const { records, registry, sessions } = application;
  await registry.publish({ author: undefined, changes: ROLES.map((role) => ({ kind: 'role' as const, id: role.id, definition: role })) });
  const teams = await Promise.all(
    ['Bench A', 'Bench B', 'Bench C'].map((name) => records.create(SYSTEM_ACTOR, { module: 'teams', fields: { name } })),
  );
  const [a, b, c] = teams.map(({ record }) => record._id) as [string, string, string];
  const person = async (first_name: string, email: string, more: JsonObject): Promise<string> =>
    (
      await records.create(SYSTEM_ACTOR, {
        module: 'users',
        fields: { first_name, last_name: 'Bench', email, userType: 'Standard', active: true, ...more },
      })
    ).record._id;
  const reader = await person('Reader', BENCH_EMAIL, { teams: [a, b], roles: ROLES.map((role) => role.id) });
  await sessions.setPassword({ userId: reader, password: BENCH_PASSWORD });
  return { mine: [a, b], others: c, owner: await person('Owner', 'bench.owner@muster.example', { teams: [c] }) };
}

/** Realistic leads; six of ten belong to a team of the reader, none to everyone. */
function* makeBenchLeads(people: People, size: number): Generator<JsonObject> {
  const random = new Random(7);
  const seeding = {
    random,
    places: new Places(),
    names: new Names(),
    now: Date.now(),
    teams: { gulf: '', west: '', north: '', provider: '' },
    staff: ['gulf', 'west', 'north'].map((region) => ({ _id: people.owner, first_name: '', region })),
  } as unknown as SeedContext;
  for (const lead of makeLeads(seeding, size))
    yield { ...lead, assigned_to: people.owner, teams: [random.chance(0.6) ? random.pick(people.mine) : people.others] };
}

async function seedLeads(
  application: Application,
  people: People,
  size: number,
): Promise<{ readonly rate: number; readonly ids: string[] }> {
  const ids: string[] = [];
  let chunk: JsonObject[] = [];
  let spent = 0;
  const flush = async (): Promise<void> => {
    const startedAt = performance.now();
    const result = await application.records.createMany(SYSTEM_ACTOR, {
      module: 'leads',
      records: chunk,
      quiet: true,
      allowDuplicates: true,
    });
    spent += performance.now() - startedAt;
    if (result.refused[0]) throw new Error(`a lead was refused: ${JSON.stringify(result.refused[0])}`);
    chunk.forEach((lead, index) => {
      if ((lead.teams as string[]).some((team) => people.mine.includes(team))) ids.push(result.done[index] as string);
    });
    chunk = [];
    process.stderr.write(`\r  ${ids.length} visible leads seeded`);
  };
  for (const lead of makeBenchLeads(people, size)) {
    chunk.push(lead);
    if (chunk.length === 10_000) await flush();
  }
  if (chunk.length > 0) await flush();
  process.stderr.write('\n');
  return { rate: size / (spent / 1000), ids };
}

/**
 * Fills an empty store through the pipeline and passes every lead to `load`, for the baseline; `more` adds further
 * records for the measurement.
 */
export async function prepareStore(
  environment: NodeJS.ProcessEnv,
  size: number,
  load: (leads: readonly object[]) => Promise<void>,
  more: (application: Application) => Promise<void> = () => Promise.resolve(),
): Promise<Prepared> {
  const secret = environment.MUSTER_SECRET ?? randomBytes(32).toString('hex');
  const configuration = readConfiguration({ ...environment, MUSTER_SEED: 'none', MUSTER_SECRET: secret }, process.cwd());
  const silent = { debug() {}, info() {}, warn() {}, error() {} };
  tuneHeap();
  const application = await composeApplication(configuration, { watchdog: false, log: silent });
  try {
    await application.ensureFirstAdmin();
    await more(application);
    const { rate, ids } = await seedLeads(application, await makePeople(application), size);
    const chunk: object[] = [];
    for await (const lead of application.records.stream(SYSTEM_ACTOR, { module: 'leads' })) {
      chunk.push(lead);
      if (chunk.length === 2000) await load(chunk.splice(0));
    }
    await load(chunk);
    return { seedRate: rate, visibleIds: ids, secret };
  } finally {
    await application.close();
  }
}

import { randomBytes } from 'node:crypto';
import { SYSTEM_ACTOR } from '../../engine/index.ts';
import { composeApplication, readConfiguration, tuneHeap, type Application } from '../../engine/application/index.ts';
import type { JsonObject } from '#engine/model/values';
import type { BenchModule, People } from './modules/bench-module.ts';

export const BENCH_EMAIL = 'bench.reader@muster.example';
export const BENCH_PASSWORD = 'Bench-reader1!';

export interface Prepared {
  /** Records per second through the pipeline, including validation, hooks, audit and outbox. */
  readonly seedRate: number;
  /** Ids of records that the reader can see. */
  readonly visibleIds: readonly string[];
  readonly secret: string;
}

const level = { access: true, create: true, mass_update: false, export: false, view: 'All', edit: 'All', delete: 'None' } as const;

/** Two roles that together give access to the module and hide some of its fields. */
function makeRoles({ name, hiddenFields }: BenchModule): readonly { readonly id: string; readonly [name: string]: unknown }[] {
  const fieldAccess = { [name]: Object.fromEntries(hiddenFields.map((field) => [field, 'none'])) };
  return [
    { id: 'role_bench_one', name: 'Bench one', module_access: { [name]: level, accounts: level }, field_access: fieldAccess },
    {
      id: 'role_bench_two',
      name: 'Bench two',
      module_access: { [name]: { ...level, delete: 'Owner' }, jobs: level },
      field_access: fieldAccess,
    },
  ];
}

/** Three teams, a reader in two of them, and another user who owns all records. */
async function makePeople(application: Application, module: BenchModule): Promise<People> {
  const { records, registry, sessions } = application;
  if (module.definitions.length > 0) await registry.publish({ author: undefined, changes: module.definitions });
  const roles = makeRoles(module);
  await registry.publish({ author: undefined, changes: roles.map((role) => ({ kind: 'role' as const, id: role.id, definition: role })) });
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
  const reader = await person('Reader', BENCH_EMAIL, { teams: [a, b], roles: roles.map((role) => role.id) });
  await sessions.setPassword({ userId: reader, password: BENCH_PASSWORD });
  return { mine: [a, b], others: c, owner: await person('Owner', 'bench.owner@muster.example', { teams: [c] }) };
}

async function seedRecords(
  application: Application,
  module: BenchModule,
  people: People,
  size: number,
): Promise<{ readonly rate: number; readonly ids: string[] }> {
  const ids: string[] = [];
  let chunk: JsonObject[] = [];
  let spent = 0;
  const flush = async (): Promise<void> => {
    const startedAt = performance.now();
    const result = await application.records.createMany(SYSTEM_ACTOR, {
      module: module.name,
      records: chunk,
      quiet: true,
      allowDuplicates: true,
    });
    spent += performance.now() - startedAt;
    if (result.refused[0]) throw new Error(`a record was refused: ${JSON.stringify(result.refused[0])}`);
    chunk.forEach((record, index) => {
      if (module.isVisible(record, people)) ids.push(result.done[index] as string);
    });
    chunk = [];
    process.stderr.write(`\r  ${ids.length} visible records seeded`);
  };
  for (const record of module.makeRecords(people, size)) {
    chunk.push(record);
    if (chunk.length === 10_000) await flush();
  }
  if (chunk.length > 0) await flush();
  process.stderr.write('\n');
  return { rate: size / (spent / 1000), ids };
}

/**
 * Fills an empty store through the pipeline and passes every record to `load`, for the baseline; `more` adds further
 * records for the measurement.
 */
export async function prepareStore(
  environment: NodeJS.ProcessEnv,
  { module, size }: { readonly module: BenchModule; readonly size: number },
  load: (records: readonly object[]) => Promise<void>,
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
    const { rate, ids } = await seedRecords(application, module, await makePeople(application, module), size);
    const chunk: object[] = [];
    for await (const record of application.records.stream(SYSTEM_ACTOR, { module: module.name })) {
      chunk.push(record);
      if (chunk.length === 2000) await load(chunk.splice(0));
    }
    await load(chunk);
    return { seedRate: rate, visibleIds: ids, secret };
  } finally {
    await application.close();
  }
}

// `npm run bench:save-path`: how many of our files a PUT of a lead passes; see README.md in this folder.
import { mkdtempSync, rmSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { composeApplication, readConfiguration, serve, tuneHeap } from '../../engine/application/index.ts';
import { createApiClient, type ApiClient } from '../support/api-client.ts';

const ADMIN = { email: 'bench@muster.test', password: 'Bench-pass1!' };
const SILENT_LOG = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: console.error };
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Requests before the one that is counted, so that what only the first ones need does not count. */
const WARM_UP = 20;

async function change(admin: ApiClient, id: string, round: number): Promise<void> {
  const { status, body } = await admin.put(`/api/leads/${id}`, { next_step: `Step ${round}` });
  if (status !== 200) throw new Error(`the change returned ${status}: ${JSON.stringify(body)}`);
}

/** The files of the product in which a function ran, of the thread that responds. */
async function countFiles(session: Session, run: () => Promise<void>): Promise<readonly string[]> {
  // The first answer has what ran before; it sets the counters to zero.
  await session.post('Profiler.takePreciseCoverage');
  await run();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  return result
    .filter(({ url, functions }) => url.startsWith('file:') && functions.some(({ ranges }) => (ranges[0]?.count ?? 0) > 0))
    .map(({ url }) => path.relative(ROOT, fileURLToPath(url)))
    .filter((file) => /^(engine|plugins)\//u.test(file))
    .sort();
}

async function run(): Promise<void> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'muster-bench-save-path-'));
  tuneHeap();
  const configuration = readConfiguration(
    { MUSTER_DATA_DIR: folder, MUSTER_SEED: 'none', MUSTER_ADMIN_EMAIL: ADMIN.email, MUSTER_ADMIN_PASSWORD: ADMIN.password },
    folder,
  );
  const application = await composeApplication({ ...configuration, port: 0 }, { log: SILENT_LOG, watchdog: false });
  await application.ensureFirstAdmin();
  const running = await serve(application);
  const token = (await createApiClient(running.url, undefined).post('/api/users/login', ADMIN)).body.token as string;
  const admin = createApiClient(running.url, token);
  const { body: lead } = await admin.post('/api/leads', { first_name: 'Bench', last_name: 'Path' });
  for (let round = 0; round < WARM_UP; round += 1) await change(admin, lead._id as string, round);
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  const files = await countFiles(session, () => change(admin, lead._id as string, WARM_UP));
  session.disconnect();
  process.stdout.write(`${files.join('\n')}\n\n${files.length} files\n`);
  await running.stop();
  rmSync(folder, { recursive: true, force: true });
}

await run();
process.exit(0);

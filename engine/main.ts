import cluster from 'node:cluster';
import { setFlagsFromString } from 'node:v8';
import { composeApplication, DEMO_PASSWORD, readConfiguration, runWorkers, seedOnce, serve, type Application, type Configuration } from './application/index.ts';
import { MusterError } from './errors/index.ts';
import type { FirstAdmin } from './sessions/index.ts';

/** Milliseconds that requests in flight have to end before the process does. */
const STOP_DEADLINE = 60_000;

/** Starts the product as the environment says: one process, or several behind one port. */
export async function main(): Promise<void> {
  // The heap is collected when it has doubled, not quadrupled: half the memory under load, for a hundredth of the time.
  setFlagsFromString('--heap-growing-percent=100');
  const configuration = readConfiguration(process.env, process.cwd());
  if (cluster.isWorker) return runWorker(configuration);
  const application = await prepare(configuration);
  const stopped = new AbortController();
  if (configuration.workers > 1) return runMany(configuration, application, stopped);
  const running = await serve(application);
  print(`Muster is at ${configuration.publicUrl} (listening at ${running.url})`);
  const seeding = seed(application, stopped.signal);
  stopOnSignal(application, async () => {
    stopped.abort();
    await seeding;
    await running.stop();
  });
  await seeding;
}

/** One of several processes: the first one has prepared all, and makes the demo data. */
async function runWorker(configuration: Configuration): Promise<void> {
  const application = await composeApplication(configuration);
  const running = await serve(application);
  stopOnSignal(application, () => running.stop());
}

async function runMany(configuration: Configuration, application: Application, stopped: AbortController): Promise<void> {
  let seeding: Promise<void> = Promise.resolve();
  await runWorkers(configuration, async () => {
    stopped.abort();
    await seeding;
    await application.close();
  });
  seeding = seed(application, stopped.signal);
  await seeding;
}

/** Migration, definitions and the first admin, before anything is served. */
async function prepare(configuration: Configuration): Promise<Application> {
  const application = await composeApplication(configuration);
  const admin = await application.ensureFirstAdmin();
  if (admin?.generatedPassword !== undefined) printAdmin(admin);
  return application;
}

/** A seed that fails is told and leaves the product running; the next start begins it anew. */
async function seed(application: Application, signal: AbortSignal): Promise<void> {
  let shown = '';
  try {
    const isDone = await seedOnce(application, signal, (module, _done, of) => {
      if (module !== shown) print(`Making demo data: ${module} (${of})`);
      shown = module;
    });
    if (isDone) print(`The demo data stand. Demo users sign in with the password ${DEMO_PASSWORD}`);
  } catch (error) {
    process.stderr.write(`The demo data could not be made. ${describeError(error)}\n`);
  }
}

function stopOnSignal(application: Application, end: () => Promise<void>): void {
  let isStopping = false;
  const stop = (): void => {
    if (isStopping) return;
    isStopping = true;
    application.log.info({}, 'stopping: requests in flight end first');
    setTimeout(() => process.exit(1), STOP_DEADLINE).unref();
    end().then(() => process.exit(0), () => process.exit(1));
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

function printAdmin({ email, generatedPassword }: FirstAdmin): void {
  print(`First admin: ${email}\nPassword:    ${generatedPassword ?? ''}\nThe password is shown this once. Change it after signing in.`);
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

main().catch((error: unknown) => {
  process.stderr.write(`Muster cannot start. ${describeError(error)}\n`);
  process.exit(1);
});

/** Our own errors by their text and details; what nobody expected, with its stack. */
function describeError(error: unknown): string {
  if (error instanceof MusterError) return [error.message, ...error.details.map(({ field, message }) => `  ${field}: ${message}`)].join('\n');
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

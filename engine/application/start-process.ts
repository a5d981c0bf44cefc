import { fork } from 'node:child_process';
import { setFlagsFromString } from 'node:v8';
import { MusterError } from '../errors/index.ts';
import type { FirstAdmin } from '../sessions/index.ts';
import { composeApplication, type Application, type CompositionOverrides } from './compose.ts';
import { readConfiguration, type Configuration } from './configuration.ts';
import { DEMO_PASSWORD, seedOnce } from './seed.ts';
import { serve } from './serve.ts';
import { findSupervision, SEED_ALONE, type Supervision } from './supervision/supervision.ts';

/** Milliseconds that requests in flight have to complete before the process exits. */
const STOP_DEADLINE = 60_000;

type SupervisedOverrides = CompositionOverrides & { readonly supervision: Supervision };

/** Starts this process in its role: the first server, an additional server, or the seed. */
export async function startProcess(overrides: CompositionOverrides): Promise<void> {
  try {
    const supervision = findSupervision();
    tuneHeap();
    const configuration = readConfiguration(process.env, process.cwd());
    if (supervision === undefined) return await seedAlone(configuration, overrides);
    await (supervision.isFirst ? serveFirst : serveAdditional)(configuration, { ...overrides, supervision });
  } catch (error) {
    process.stderr.write(`Muster cannot start. ${describeError(error)}\n`);
    process.exit(1);
  }
}

/** The first of the processes that share the port, and usually the only one: prepares everything, and seeds the demo data. */
async function serveFirst(configuration: Configuration, overrides: SupervisedOverrides): Promise<void> {
  const application = await prepare(configuration, overrides);
  const stopped = new AbortController();
  const running = await serve(application);
  overrides.supervision.onPluginOff((plugin, cause) => application.pluginHost.turnOff(plugin, cause));
  print(
    `Muster is at ${configuration.publicUrl} (${configuration.workers > 1 ? `${configuration.workers} processes` : `listening at ${running.url}`})`,
  );
  const seeding = seed(application, stopped.signal);
  stopOnSignal(application, async () => {
    stopped.abort();
    await seeding;
    await running.stop();
  });
  await seeding;
}

async function serveAdditional(configuration: Configuration, overrides: SupervisedOverrides): Promise<void> {
  const application = await composeApplication(configuration, overrides);
  const running = await serve(application);
  overrides.supervision.onPluginOff((plugin, cause) => application.pluginHost.turnOff(plugin, cause));
  stopOnSignal(application, () => running.stop());
}

/** Runs the migration, loads the definitions and creates the first admin, before anything is served. */
async function prepare(configuration: Configuration, overrides: CompositionOverrides): Promise<Application> {
  const application = await composeApplication(configuration, overrides);
  const admin = await application.ensureFirstAdmin();
  if (admin?.generatedPassword !== undefined) printAdmin(admin);
  return application;
}

/**
 * Seeds the demo data in a separate process, so that seeding uses no memory and time of the server. A failed seed is
 * reported and the product keeps running; the next start seeds again.
 */
async function seed(application: Application, signal: AbortSignal): Promise<void> {
  if (signal.aborted || (await application.isSeeded())) return;
  const child = fork(process.argv[1] ?? '', [SEED_ALONE]);
  const end = (): void => void child.kill('SIGTERM');
  signal.addEventListener('abort', end);
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve).once('error', () => resolve(1)));
  signal.removeEventListener('abort', end);
  if (code !== 0 && !signal.aborted) process.stderr.write('The demo data are not complete. The next start makes them again.\n');
}

/** Stops after the current chunk on SIGTERM or SIGINT, or when the parent process has exited. */
async function seedAlone(configuration: Configuration, overrides: CompositionOverrides): Promise<void> {
  const stopped = new AbortController();
  const stop = (): void => stopped.abort();
  process.on('SIGTERM', stop).on('SIGINT', stop).on('disconnect', stop);
  const application = await composeApplication(configuration, overrides);
  const isWhole = await makeDemoData(application, stopped.signal);
  await application.close();
  process.exit(isWhole ? 0 : 1);
}

async function makeDemoData(application: Application, signal: AbortSignal): Promise<boolean> {
  let shown = '';
  try {
    const isDone = await seedOnce(application, signal, (module, _done, of) => {
      if (module !== shown) print(`Making demo data: ${module} (${of})`);
      shown = module;
    });
    if (isDone) print(`The demo data are ready. Demo users sign in with the password ${DEMO_PASSWORD}`);
    return true;
  } catch (error) {
    process.stderr.write(`The demo data could not be made. ${describeError(error)}\n`);
    return false;
  }
}

function stopOnSignal(application: Application, end: () => Promise<void>): void {
  let isStopping = false;
  const stop = (): void => {
    if (isStopping) return;
    isStopping = true;
    application.log.info({}, 'stopping: requests in flight end first');
    setTimeout(() => process.exit(1), STOP_DEADLINE).unref();
    end().then(
      () => process.exit(0),
      () => process.exit(1),
    );
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

/** Formats our own errors with their text and details; unexpected ones with their stack. */
function describeError(error: unknown): string {
  if (error instanceof MusterError)
    return [error.message, ...error.details.map(({ field, message }) => `  ${field}: ${message}`)].join('\n');
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** V8 settings for a process that allocates much short-lived memory per save and holds little. Called before the product is composed. */
export function tuneHeap(): void {
  // The heap is collected when it has doubled, not quadrupled: half the memory under load, for a hundredth of the time.
  setFlagsFromString('--heap-growing-percent=100');
  // Objects that hooks and the pipeline allocate for a save are short-lived. After many saves V8 assumes that they live long and allocates
  // them in the old generation, where they keep alive all that they refer to: garbage collection then takes three times as long.
  setFlagsFromString('--no-allocation-site-pretenuring');
}

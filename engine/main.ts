import cluster from 'node:cluster';
import { adoptInterruptedSeed, composeApplication, DEMO_PASSWORD, readConfiguration, runWorkers, seedOnce, serve, type Application, type Configuration, type RunningServer } from './application/index.ts';
import { MusterError } from './errors/index.ts';
import type { FirstAdmin } from './sessions/index.ts';

/** Milliseconds that requests in flight have to end before the process does. */
const STOP_DEADLINE = 60_000;

/** Starts the product as the environment says: one process, or several behind one port. */
export async function main(): Promise<void> {
  const configuration = readConfiguration(process.env, process.cwd());
  if (cluster.isWorker) return runServer(configuration, false);
  if (configuration.workers === 1) return runServer(configuration, true);
  const application = await prepare(configuration);
  await runWorkers(configuration, () => application.close());
  await seed(application);
}

/** Migration, definitions and the first admin, before anything is served. */
async function prepare(configuration: Configuration): Promise<Application> {
  const application = await composeApplication(configuration);
  const admin = await application.ensureFirstAdmin();
  if (admin?.generatedPassword !== undefined) printAdmin(admin);
  await adoptInterruptedSeed(application);
  return application;
}

async function runServer(configuration: Configuration, isAlone: boolean): Promise<void> {
  const application = isAlone ? await prepare(configuration) : await composeApplication(configuration);
  const running = await serve(application);
  stopOnSignal(running, application);
  if (!isAlone) return;
  print(`Muster is at ${configuration.publicUrl} (listening at ${running.url})`);
  await seed(application);
}

async function seed(application: Application): Promise<void> {
  let shown = '';
  const isDone = await seedOnce(application, (module, done, of) => {
    if (module !== shown) print(`Making demo data: ${module} (${of})`);
    shown = module;
    void done;
  });
  if (isDone) print(`The demo data stand. Demo users sign in with the password ${DEMO_PASSWORD}`);
}

function stopOnSignal(running: RunningServer, application: Application): void {
  let isStopping = false;
  const stop = (): void => {
    if (isStopping) return;
    isStopping = true;
    application.log.info({}, 'stopping: requests in flight end first');
    setTimeout(() => process.exit(1), STOP_DEADLINE).unref();
    running.stop().then(() => process.exit(0), () => process.exit(1));
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
  const text = error instanceof MusterError ? `${error.message}${listDetails(error)}` : error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`Muster cannot start. ${text}\n`);
  process.exit(1);
});

function listDetails(error: MusterError): string {
  return error.details.map(({ field, message }) => `\n  ${field}: ${message}`).join('');
}

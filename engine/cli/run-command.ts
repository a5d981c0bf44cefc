import { composeApplication, readConfiguration, type Application } from '../application/index.ts';

/** Runs a command on the product's store, without a server. What it answers is a problem with its arguments. */
export async function runCommand(run: (application: Application, print: (text: string) => void) => Promise<string | undefined>): Promise<void> {
  let application: Application | undefined;
  try {
    application = await composeApplication(readConfiguration(process.env, process.cwd()), { watchdog: false });
    const problem = await run(application, (text) => void process.stdout.write(text));
    if (problem !== undefined) throw new TypeError(problem);
  } catch (error) {
    process.exitCode = 1;
    process.stderr.write(`${(error as Error).message}\n`);
  } finally {
    await application?.close();
  }
}

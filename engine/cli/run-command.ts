import { composeApplication, readConfiguration, tuneHeap, type Application } from '../application/index.ts';

/** The parsed arguments of a command, or the problem with them. */
export type CommandInput<Input> = { readonly input: Input } | { readonly problem: string };

/**
 * Runs a command on the product's store, without a server. Its arguments are read first: when they are invalid no store is
 * opened, so that nothing is created or migrated. A problem ends the process with exit code 1 and its text.
 */
export async function runCommand<Input>(
  read: () => CommandInput<Input>,
  run: (application: Application, input: Input, print: (text: string) => void) => Promise<void>,
): Promise<void> {
  let application: Application | undefined;
  try {
    const parsed = read();
    if ('problem' in parsed) return fail(parsed.problem);
    tuneHeap();
    application = await composeApplication(readConfiguration(process.env, process.cwd()), { watchdog: false });
    await run(application, parsed.input, (text) => void process.stdout.write(text));
  } catch (error) {
    fail((error as Error).message);
  } finally {
    await application?.close();
  }
}

function fail(text: string): void {
  process.exitCode = 1;
  process.stderr.write(`${text}\n`);
}

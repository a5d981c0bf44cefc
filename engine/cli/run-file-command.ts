/** What a command on files is given. */
interface FileCommandContext {
  /** Aborts when the process is told to end. */
  readonly signal: AbortSignal;
  /** Shows progress on a terminal. */
  readonly onProgress: (what: string, done: number, of: number) => void;
  readonly print: (text: string) => void;
  /** Writes to the standard error. */
  readonly warn: (text: string) => void;
}

/** Milliseconds between two lines of progress. */
const PROGRESS_INTERVAL = 200;

/**
 * Runs a command that works on files, without the product. SIGINT and SIGTERM stop it so that it can clean up. A returned text is a problem
 * with the arguments; it and every error end the process with exit code 1 and their text.
 */
export async function runFileCommand(run: (context: FileCommandContext) => Promise<string | undefined>): Promise<void> {
  const stopped = new AbortController();
  const stop = (): void => stopped.abort(new Error('Stopped. Nothing was left behind.'));
  process.on('SIGINT', stop).on('SIGTERM', stop);
  const progress = createProgress();
  try {
    const problem = await run({
      signal: stopped.signal,
      onProgress: progress.show,
      print: (text) => {
        progress.clear();
        process.stdout.write(text);
      },
      warn: (text) => void process.stderr.write(text),
    });
    if (problem !== undefined) fail(problem);
  } catch (error) {
    progress.clear();
    fail((error as Error).message);
  }
}

function createProgress(): { readonly show: FileCommandContext['onProgress']; readonly clear: () => void } {
  let shownAt = -Infinity;
  let isShown = false;
  return {
    show(what, done, of) {
      if (!process.stdout.isTTY || performance.now() - shownAt < PROGRESS_INTERVAL) return;
      shownAt = performance.now();
      isShown = true;
      process.stdout.write(`\r${what}: ${done} of ${of}   `);
    },
    clear() {
      if (isShown) process.stdout.write('\r\u001b[K');
      isShown = false;
    },
  };
}

function fail(text: string): void {
  process.exitCode = 1;
  process.stderr.write(`${text}\n`);
}

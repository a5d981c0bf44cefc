import { MusterError } from '../errors/index.ts';
import type { LogPort } from '../ports/index.ts';
import { startThread } from '../threads/index.ts';

/** Memory of a thread of a plugin. */
const HEAP_MEGABYTES = 1_024;
const DEFAULT_DEADLINE = 60_000;

/** How a thread of a plugin is limited. */
export interface PluginThreadOptions {
  /** Milliseconds after which it is ended; default 60,000. It also ends with its handler. */
  readonly deadline?: number;
}

/** Work of a plugin that would block the process. */
export interface PluginThreads {
  /**
   * Runs a file in a thread of its own, given as `new URL('./parse-thread.ts', import.meta.url)`. It finds `input` in `workerData` and posts
   * one message, which is returned. Undefined: it failed, needed more than 1 GB, or did not post in time; the log says which.
   * @throws `plugin_timeout` when the handler is over.
   */
  runInThread(source: URL, input: unknown, options?: PluginThreadOptions): Promise<unknown>;
}

/** Creates the threads of one run of a handler, which end with `signal`. */
export function createPluginThreads(log: LogPort, plugin: string, signal: AbortSignal): PluginThreads {
  return {
    async runInThread(source, input, { deadline = DEFAULT_DEADLINE } = {}) {
      const outcome = await runThread(source, input, AbortSignal.any([signal, AbortSignal.timeout(deadline)]));
      if (signal.aborted) throw new MusterError('plugin_timeout', { values: { plugin }, data: { plugin } });
      if ('reason' in outcome) log.warn({ reason: outcome.reason }, 'A thread of a plugin has ended without a result');
      return 'message' in outcome ? outcome.message : undefined;
    },
  };
}

type Outcome = { readonly message: unknown } | { readonly reason: string };

function runThread(source: URL, input: unknown, signal: AbortSignal): Promise<Outcome> {
  return new Promise((resolve) => {
    const thread = startThread(source, { data: input, limits: { maxOldGenerationSizeMb: HEAP_MEGABYTES } });
    const stop = (): void => end({ reason: 'it did not end in time' });
    const end = (outcome: Outcome): void => {
      signal.removeEventListener('abort', stop);
      resolve(outcome);
      void thread.terminate();
    };
    signal.addEventListener('abort', stop, { once: true });
    thread.once('message', (message) => end({ message }));
    thread.once('error', (error: Error) => end({ reason: error.name }));
    thread.once('exit', (code) => end({ reason: `exit code ${code}` }));
    if (signal.aborted) stop();
  });
}

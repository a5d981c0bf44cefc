import { existsSync, readFileSync, writeSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { LogPort } from '../ports/index.ts';
import { describeCause } from './run-guarded.ts';

/** Milliseconds that requests in flight have to finish before the process exits. */
const GRACE = 3_000;

/** The handler that an error belongs to. */
export interface HandlerRef {
  readonly plugin: string;
  /** Such as 'preSave tickets duplicates'. */
  readonly handler: string;
}

const owners = new WeakMap<object, HandlerRef>();

/** Records which handler received an error, in case the handler does not await the promise. Resolves and rejects like the given promise. */
export async function trackErrorOwner<Result>(result: PromiseLike<Result>, owner: HandlerRef): Promise<Result> {
  try {
    return await result;
  } catch (error) {
    if (typeof error === 'object' && error !== null) owners.set(error, owner);
    throw error;
  }
}

export interface UncaughtErrorsOptions {
  readonly log: LogPort;
  /** Names of the plugins: code in the folder of a plugin belongs to it. */
  readonly plugins: readonly string[];
  /** File descriptor on which the supervising process reads the owner of the error. */
  readonly reportFd: number;
}

/**
 * Handles uncaught errors: unhandled rejections and errors of timers. They end the process, because its state is unknown. The owner is
 * reported to the supervising process, and requests in flight may finish within the grace period. Returns a function that stops it.
 */
export function watchUncaughtErrors({ log, plugins, reportFd }: UncaughtErrorsOptions): () => void {
  let isEnding = false;
  const onUncaught = (error: unknown): void => {
    const owner = findOwner(error, plugins);
    const cause = describeCause(error);
    if (owner === undefined) log.error({ cause }, 'An error was not caught, and its plugin is unknown: the process ends and is replaced.');
    else
      log.error(
        { ...owner, cause },
        `The plugin ${owner.plugin} failed with an uncaught error, in ${owner.handler}: the process ends and is replaced.`,
      );
    if (isEnding) return;
    isEnding = true;
    // No known owner: the process exits and is replaced after a pause, like one that crashed.
    if (owner === undefined) return void setTimeout(() => process.exit(1), 10);
    writeSync(reportFd, `${JSON.stringify({ ...owner, isUncaughtError: true })}\n`);
    setTimeout(() => process.exit(1), GRACE).unref();
    process.kill(process.pid, 'SIGTERM');
  };
  process.on('uncaughtException', onUncaught);
  return () => void process.off('uncaughtException', onUncaught);
}

function findOwner(error: unknown, plugins: readonly string[]): HandlerRef | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const known = owners.get(error);
  if (known !== undefined) return known;
  const plugin = listFiles(error)
    .map((file) => /(?:^|\/)plugins\/([a-z][a-z0-9-]*)\//.exec(file)?.[1])
    .find((name) => name !== undefined && plugins.includes(name));
  return plugin === undefined ? undefined : { plugin, handler: 'background work' };
}

/** The source files of an error's stack, innermost first. */
function listFiles({ stack = '' }: { readonly stack?: string }): readonly string[] {
  return [...stack.matchAll(/(?:\(|at (?:async )?)((?:file:|\/)[^\s()]+):(\d+):(\d+)\)?$/gm)].map(([, place = '', line, column]) =>
    sourceOf(place.startsWith('file:') ? fileURLToPath(place) : place, Number(line) - 1, Number(column) - 1),
  );
}

function sourceOf(file: string, line: number, column: number): string {
  if (!existsSync(`${file}.map`)) return file;
  const payload = JSON.parse(readFileSync(`${file}.map`, 'utf8')) as ConstructorParameters<typeof SourceMap>[0];
  const entry = new SourceMap(payload).findEntry(line, column);
  return 'originalSource' in entry ? entry.originalSource : file;
}

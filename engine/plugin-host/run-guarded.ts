import { ERROR_CATALOGUE, MusterError } from '../errors/index.ts';
import type { LogPort } from '../ports/index.ts';
import type { HandlerWatch, Watch } from './watchdog.ts';

/** Milliseconds after which a handler is logged as slow, whatever its deadline. */
const SLOW = 1000;
/** Milliseconds for which a handler is not logged as slow again: many runs at the same time are slow together. */
const SLOW_LOG_INTERVAL = 60_000;

/** When a handler was last logged as slow, for each log. */
const slowLogTimes = new WeakMap<LogPort, Map<string, number>>();

/** What a failure means for the caller, by what the handler was running for: the second sentence of the error. */
export const OUTCOMES = {
  save: 'Nothing was saved.',
  effect: 'The record itself was saved, and the effect is repeated later.',
  request: 'Records that the request had saved before stay saved.',
  job: 'Records that the job had saved before stay saved.',
  service: 'Records that it had saved before stay saved.',
  process: 'It is not running.',
} as const;

/** A handler run, with its plugin. */
interface GuardedTask {
  readonly plugin: string;
  /** Such as 'preSave tickets duplicates'. */
  readonly handler: string;
  /** What it runs for. */
  readonly purpose: keyof typeof OUTCOMES;
  readonly deadline: number;
  readonly log: LogPort;
  readonly watch: Watch;
  /** Called once the deadline has passed: later actions of the handler must have no effect. */
  revoke?(): void;
}

/**
 * Runs a handler of a plugin. Errors of the catalogue or of the plugin are passed on; any other throw becomes `plugin_failed`, and
 * exceeding the deadline `plugin_timeout`, both with the plugin's name and logged with the cause. A synchronous handler costs neither a
 * timer nor a turn of the event loop.
 */
export function runGuarded<Result>(task: GuardedTask, run: () => Promise<Result> | Result): Promise<Result> {
  const begun = performance.now();
  const watched = task.watch(task.plugin, task.handler);
  try {
    const result = run();
    watched?.returned();
    if (isPromise(result)) return waitFor(task, result, begun, watched);
    finish(task, begun, watched);
    return Promise.resolve(result);
  } catch (error) {
    watched?.returned();
    finish(task, begun, watched);
    return Promise.reject(translate(task, error));
  }
}

function waitFor<Result>(
  task: GuardedTask,
  result: PromiseLike<Result>,
  begun: number,
  watched: HandlerWatch | undefined,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const cancelDeadline = watchDeadline(task.deadline, () => {
      task.revoke?.();
      watched?.ended();
      reject(fail(task, 'plugin_timeout', undefined));
    });
    const done = (): void => {
      cancelDeadline();
      finish(task, begun, watched);
    };
    result.then(
      (value) => {
        done();
        resolve(value);
      },
      (error: unknown) => {
        done();
        reject(translate(task, error));
      },
    );
  });
}

function finish(task: GuardedTask, begun: number, watched: HandlerWatch | undefined): void {
  watched?.ended();
  const spent = performance.now() - begun;
  if (spent > SLOW || spent > task.deadline / 2) logSlow(task, spent);
}

function logSlow({ plugin, handler, log }: GuardedTask, spent: number): void {
  const now = performance.now();
  const times = slowLogTimes.get(log) ?? new Map<string, number>();
  slowLogTimes.set(log, times);
  const key = `${plugin} ${handler}`;
  if (now - (times.get(key) ?? -SLOW_LOG_INTERVAL) < SLOW_LOG_INTERVAL) return;
  times.set(key, now);
  log.warn({ plugin, handler, milliseconds: Math.round(spent) }, `The plugin ${plugin} is slow: ${handler}`);
}

function translate(task: GuardedTask, error: unknown): Error {
  return error instanceof MusterError ? error : fail(task, 'plugin_failed', error);
}

function isPromise<Result>(result: Promise<Result> | Result): result is Promise<Result> {
  return typeof (result as { then?: unknown } | null | undefined)?.then === 'function';
}

function fail({ plugin, handler, purpose, log }: GuardedTask, code: 'plugin_failed' | 'plugin_timeout', cause: unknown): MusterError {
  const message = `${ERROR_CATALOGUE[code].text.replace('{plugin}', plugin)} ${OUTCOMES[purpose]}`;
  const error = new MusterError(code, { message, data: { plugin, handler }, cause });
  log.error({ plugin, handler, code, cause: describeCause(cause) }, error.message);
  return error;
}

/**
 * Describes a cause by its stack, which contains only code locations; the first line is left out, because messages of JavaScript engines
 * may quote values.
 */
export function describeCause(cause: unknown): string | undefined {
  if (!(cause instanceof Error)) return cause === undefined ? undefined : typeof cause;
  const frames = (cause.stack ?? '').split('\n').filter((line) => line.trimStart().startsWith('at '));
  return [cause.name, ...frames.slice(0, 5).map((line) => line.trim())].join(' ');
}

/** Milliseconds between two checks: deadlines are seconds, and a timer for each handler would cost more than most handlers. */
const CHECK_INTERVAL = 20;

interface Waiting {
  readonly due: number;
  /** Undefined once the deadline was cancelled. */
  onTimeout: (() => void) | undefined;
}

/**
 * An array and not a Set: with many short-lived entries, each outgrown hash table of a Set points to the next one, and so keeps removed
 * entries in memory for a long time.
 */
let waiting: Waiting[] = [];
let timer: NodeJS.Timeout | undefined;

/** Calls `onTimeout` after this many milliseconds, unless the returned function was called before. */
function watchDeadline(milliseconds: number, onTimeout: () => void): () => void {
  const entry: Waiting = { due: performance.now() + milliseconds, onTimeout };
  waiting.push(entry);
  // A hanging handler must not keep the process alive.
  timer ??= setInterval(look, CHECK_INTERVAL).unref();
  return () => {
    entry.onTimeout = undefined;
  };
}

function look(): void {
  const now = performance.now();
  const late = waiting.filter(({ due }) => due <= now);
  waiting = waiting.filter(({ due, onTimeout }) => due > now && onTimeout !== undefined);
  if (waiting.length === 0) {
    clearInterval(timer);
    timer = undefined;
  }
  for (const { onTimeout } of late) onTimeout?.();
}

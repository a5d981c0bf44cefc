import { MusterError } from '../errors/index.ts';
import type { LogPort } from '../ports/index.ts';
import { watchDeadline } from './deadlines.ts';
import type { HandlerWatch, Watch } from './watchdog.ts';

/** Milliseconds after which a handler is named in the log as slow, whatever its deadline. */
const SLOW = 1000;
/** Milliseconds for which a handler is not named so again: many calls of it run at once, and are slow together. */
const SLOW_LOG_INTERVAL = 60_000;

/** When a handler was named as slow last, in each log. */
const slowLogTimes = new WeakMap<LogPort, Map<string, number>>();

/** What runs, and whose it is. */
export interface GuardedTask {
  readonly plugin: string;
  /** Such as 'preSave leads duplicates'. */
  readonly handler: string;
  readonly deadline: number;
  readonly log: LogPort;
  readonly watch: Watch;
  /** Called once the deadline has passed: what the handler still does must have no effect. */
  revoke?(): void;
}

/**
 * Runs a handler of a plugin. Its refusals (errors of the catalogue or its own) pass; any other throw becomes
 * `plugin_failed`, and running past the deadline `plugin_timeout`, both naming the plugin and logged with the cause.
 * A handler that ends without waiting costs neither a timer nor a turn of the loop.
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

function waitFor<Result>(task: GuardedTask, result: PromiseLike<Result>, begun: number, watched: HandlerWatch | undefined): Promise<Result> {
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

function fail({ plugin, handler, log }: GuardedTask, code: 'plugin_failed' | 'plugin_timeout', cause: unknown): MusterError {
  const error = new MusterError(code, { values: { plugin }, data: { plugin, handler }, cause });
  log.error({ plugin, handler, code, cause: describeCause(cause) }, error.message);
  return error;
}

/** The stack names code, never records; messages of engines may quote values, so the first line goes. */
export function describeCause(cause: unknown): string | undefined {
  if (!(cause instanceof Error)) return cause === undefined ? undefined : typeof cause;
  const frames = (cause.stack ?? '').split('\n').filter((line) => line.trimStart().startsWith('at '));
  return [cause.name, ...frames.slice(0, 5).map((line) => line.trim())].join(' ');
}

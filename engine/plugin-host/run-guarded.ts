import { MusterError } from '../errors/index.ts';
import type { LogPort } from '../ports/index.ts';

/** Milliseconds after which a handler is named in the log as slow, whatever its deadline. */
const SLOW = 1000;

/** What runs, and whose it is. */
export interface GuardedTask {
  readonly plugin: string;
  /** Such as 'preSave leads duplicates'. */
  readonly handler: string;
  readonly deadline: number;
  readonly log: LogPort;
  /** Tells the watchdog that the handler begins; answers the call that says it has ended. */
  watch?(): () => void;
  /** Called once the deadline has passed: what the handler still does must have no effect. */
  revoke?(): void;
}

/**
 * Runs a handler of a plugin. Its refusals (errors of the catalogue or its own) pass; any other throw becomes
 * `plugin_failed`, and running past the deadline `plugin_timeout`, both naming the plugin and logged with the cause.
 */
export async function runGuarded<Answer>(task: GuardedTask, run: () => Promise<Answer> | Answer): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      task.revoke?.();
      reject(fail(task, 'plugin_timeout', undefined));
    }, task.deadline);
  });
  try {
    return await Promise.race([startTimed(task, run), late]);
  } catch (error) {
    throw error instanceof MusterError || isControlFlow(error) ? error : fail(task, 'plugin_failed', error);
  } finally {
    clearTimeout(timer);
  }
}

async function startTimed<Answer>(task: GuardedTask, run: () => Promise<Answer> | Answer): Promise<Answer> {
  const begun = performance.now();
  const end = task.watch?.();
  try {
    const answer = run();
    // Nobody listens to a handler that fails after its deadline.
    if (answer instanceof Promise) answer.catch(() => undefined);
    return await answer;
  } finally {
    end?.();
    const spent = performance.now() - begun;
    if (spent > task.deadline / 2 || spent > SLOW) task.log.warn({ plugin: task.plugin, handler: task.handler, milliseconds: Math.round(spent) }, `The plugin ${task.plugin} is slow: ${task.handler}`);
  }
}

function fail({ plugin, handler, log }: GuardedTask, code: 'plugin_failed' | 'plugin_timeout', cause: unknown): MusterError {
  const error = new MusterError(code, { values: { plugin }, data: { plugin, handler }, cause });
  log.error({ plugin, handler, code, cause: describeCause(cause) }, error.message);
  return error;
}

/** The stack names code, never records; messages of engines may quote values, so the first line goes. */
function describeCause(cause: unknown): string | undefined {
  if (!(cause instanceof Error)) return cause === undefined ? undefined : typeof cause;
  const frames = (cause.stack ?? '').split('\n').filter((line) => line.trimStart().startsWith('at '));
  return [cause.name, ...frames.slice(0, 5).map((line) => line.trim())].join(' ');
}

/** The pipeline's own signals, such as a unit that must run again, are nobody's failure. */
function isControlFlow(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'isControlFlow' in error;
}

import { MusterError } from '../../errors/index.ts';
import type { ImportContext } from '../import-context.ts';
import { requireImport, type StoredImport } from '../stored-import.ts';

/** Whoever waits for a shorter import sees its end. */
const LONG_MILLISECONDS = 5_000;

/**
 * Tells the user of an import that took long how it ended. Called after each run of its job, so that a process that ends in between leaves
 * it to the next one. An import is not undone or repeated because its notification failed.
 */
export async function notifyEnded({ store, notify, log }: ImportContext, id: string): Promise<void> {
  try {
    const ended = await requireImport(store, id);
    const { state, startedAt, endedAt, user, run, progress } = ended;
    if ((state !== 'done' && state !== 'failed') || startedAt === null || endedAt === null || endedAt - startedAt < LONG_MILLISECONDS)
      return;
    // A failed import that was resumed ends once more.
    await notify({ user, id, key: `${id}:${run}:${state}:${progress.done}`, text: describeEnd(ended) });
  } catch (error) {
    log.warn({ import: id, code: error instanceof MusterError ? error.code : undefined }, 'the user of an import could not be notified');
  }
}

function describeEnd({ state, file, progress, program }: StoredImport): string {
  const { done, total, created, updated, unchanged, skipped, refused } = progress;
  const say = (count: number): string => count.toLocaleString('en-US');
  const counts = [
    [created, 'created'],
    [updated, 'changed'],
    [unchanged, 'unchanged'],
    [skipped, 'skipped'],
    [refused, 'refused'],
  ] as const;
  const result = counts.flatMap(([count, what]) => (count === 0 ? [] : [`${say(count)} ${what}`])).join(', ');
  const what = program?.dryRun === true ? 'check' : 'import';
  if (state === 'failed')
    return `The ${what} of ${file.name} failed after ${say(done)} of ${say(total)} rows${result === '' ? '' : `: ${result}`}`;
  return `The ${what} of ${file.name} is done${result === '' ? '' : `: ${result}`}`;
}

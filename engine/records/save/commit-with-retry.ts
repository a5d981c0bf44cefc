import { setTimeout as wait } from 'node:timers/promises';
import type { AccessScope } from '../../access/index.ts';
import { MusterError } from '../../errors/index.ts';
import type { CommitConflict } from '../../ports/index.ts';
import type { SaveAttempt, WriteContext } from './save-request.ts';
import { UnitOfWorkBuilder } from './unit-of-work-builder.ts';

/** Number of attempts after which a unit that conflicts with others is given up. */
const MAX_TRIES = 60;
const MAX_PAUSE = 40;

/**
 * Builds a unit and commits it. If its reads are stale by then, it is built again from the stored data. Returns what
 * `build` returned for the committed attempt. Errors: `not_unique`, `overloaded` after too many conflicts, those of the
 * build and of the store.
 */
export async function commitWithRetry<Result>(
  context: WriteContext,
  build: (attempt: SaveAttempt) => Promise<Result>,
): Promise<{ readonly result: Result; readonly attempt: SaveAttempt }> {
  for (let tries = 1; ; tries += 1) {
    const attempt = beginAttempt(context, tries > 1);
    const result = await build(attempt);
    const unit = attempt.unit.build(context.scope.snapshot.version);
    if (unit === undefined) return { result, attempt };
    const outcome = await context.services.store.commit(unit);
    if (outcome.committed) return { result, attempt };
    // Not after the first attempt: a rule that set the taken value in a record that it creates may choose another value now.
    if (tries > 1) assertNotTaken(context.scope, outcome.conflicts);
    if (tries >= MAX_TRIES) throw new MusterError('overloaded');
    if (tries > 1) await wait(Math.random() * Math.min(2 ** tries, MAX_PAUSE));
  }
}

/** A new, empty attempt. */
export function beginAttempt(context: WriteContext, isRetry = false): SaveAttempt {
  const now = context.services.clock.now();
  // Does not use spread: in V8, adding properties to an object that was created by spread takes ten times as long.
  return Object.assign({}, context, {
    unit: new UnitOfWorkBuilder(context.services, context.scope),
    isRetry,
    now,
    at: new Date(now).toISOString(),
    warnings: [],
  });
}

/** A unique value that is taken is not free on the next attempt either. */
function assertNotTaken(scope: AccessScope, stale: readonly CommitConflict[]): void {
  for (const read of stale) {
    if (read.kind !== 'unique' && read.kind !== 'exists') continue;
    const module = [...scope.snapshot.modules.values()].find((one) => one.storage.name === read.collection);
    if (module === undefined) continue;
    const field =
      read.kind === 'exists' ? undefined : [...module.fields.values()].find((one) => one.keys.some((key) => read.keys.includes(key.id)));
    const name = field?.name ?? '_id';
    const label = field?.label ?? 'id';
    throw new MusterError('not_unique', {
      values: { field: label },
      details: [{ field: name, code: 'not_unique', message: `Another record already has this ${label}.` }],
    });
  }
}

import { setTimeout as wait } from 'node:timers/promises';
import type { AccessScope } from '../../access/index.ts';
import { MusterError } from '../../errors/index.ts';
import type { CommitConflict } from '../../ports/index.ts';
import type { SaveAttempt, WriteContext } from './save-request.ts';
import { UnitOfWorkBuilder } from './unit-of-work-builder.ts';

/** A unit that loses this often against others is given up. */
const MAX_TRIES = 60;
const MAX_PAUSE = 40;

/**
 * Builds a unit and commits it; when what it read was stale by then, builds it again from what is stored now. What `build`
 * answers is of the attempt that was committed. Errors: `not_unique`, `overloaded` when others were faster each time,
 * those of the build and of the store.
 */
export async function commitWithRetry<Result>(context: WriteContext, build: (attempt: SaveAttempt) => Promise<Result>): Promise<{ readonly result: Result; readonly attempt: SaveAttempt }> {
  for (let tries = 1; ; tries += 1) {
    const attempt = beginAttempt(context, tries > 1);
    const result = await build(attempt);
    const unit = attempt.unit.build(context.scope.snapshot.version);
    if (unit === undefined) return { result, attempt };
    const outcome = await context.services.store.commit(unit);
    if (outcome.committed) return { result, attempt };
    // Not at once: a rule that met the taken value in a record of its own making may find another way now.
    if (tries > 1) assertNotTaken(context.scope, outcome.conflicts);
    if (tries >= MAX_TRIES) throw new MusterError('overloaded');
    if (tries > 1) await wait(Math.random() * Math.min(2 ** tries, MAX_PAUSE));
  }
}

/** A new, empty attempt. */
export function beginAttempt(context: WriteContext, isRetry = false): SaveAttempt {
  const now = context.services.clock.now();
  // Not by spreading: V8 takes ten times as long to add properties to an object that was spread first.
  return Object.assign({}, context, { unit: new UnitOfWorkBuilder(context.services, context.scope), isRetry, now, at: new Date(now).toISOString(), warnings: [] });
}

/** A value that must be unique and is taken will not be free at the next try. */
function assertNotTaken(scope: AccessScope, stale: readonly CommitConflict[]): void {
  for (const read of stale) {
    if (read.kind !== 'unique' && read.kind !== 'exists') continue;
    const module = [...scope.snapshot.modules.values()].find((one) => one.storage.name === read.collection);
    if (module === undefined) continue;
    const field = read.kind === 'exists' ? undefined : [...module.fields.values()].find((one) => one.keys.some((key) => read.keys.includes(key.id)));
    const name = field?.name ?? '_id';
    const label = field?.label ?? 'id';
    throw new MusterError('not_unique', { values: { field: label }, details: [{ field: name, code: 'not_unique', message: `Another record already has this ${label}.` }] });
  }
}

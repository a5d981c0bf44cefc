import type { AccessScope } from '../../access/index.ts';
import type { CipherPort, StorePort } from '../../ports/index.ts';
import { UnitOfWorkBuilder } from './unit-of-work-builder.ts';

/** Maximum number of records that are read and written in one commit, when all records of a module are rewritten. */
export const ROUND = 200;

/** A round that conflicts with other saves this often is left for the next run. */
const MAX_TRIES = 20;

/**
 * Commits the writes that `fill` adds for one round of records, and returns its result, the number of records written. `fill` runs again
 * after a conflict with other saves; undefined: the round conflicted each time. Errors: of the store.
 */
export async function commitRound(
  services: { readonly store: StorePort; readonly cipher: CipherPort },
  scope: AccessScope,
  fill: (unit: UnitOfWorkBuilder) => Promise<number>,
): Promise<number | undefined> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const unit = new UnitOfWorkBuilder(services, scope);
    const written = await fill(unit);
    const work = unit.build(scope.snapshot.version);
    if (work === undefined || (await services.store.commit(work)).committed) return written;
  }
  return undefined;
}

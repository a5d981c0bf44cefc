import type { AccessScope, Actor } from '../../access/index.ts';
import type { StoreWrite } from '../../ports/index.ts';
import type { JsonValue, RecordDocument } from '#engine/model';
import type { IdempotencyKey } from '../idempotency-key.ts';
import type { RecordServices } from '../record-services.ts';
import { keysOfView, VIEWS_COLLECTION, type StoredView } from './stored-view.ts';
import { beginWrite } from '../save/begin-write.ts';
import { commitWithRetry } from '../save/commit-with-retry.ts';
import { checkIdempotency } from '../save/idempotency.ts';

/** The change of a view, and the result of the write. */
export interface ViewChange<Result> {
  /** The view as stored; absent: it is new. */
  readonly before?: StoredView;
  /** The view with its next version; absent: it is removed. */
  readonly after?: StoredView;
  readonly result: Result;
}

/**
 * Commits the change that `make` returns, and calls `make` again after a conflict. A known key returns its stored
 * result. Errors: those of `make`, `idempotency_conflict`, `overloaded`.
 */
export async function commitView<Result>(
  services: RecordServices,
  actor: Actor,
  key: IdempotencyKey | undefined,
  make: (scope: AccessScope) => Promise<ViewChange<Result>>,
): Promise<Result> {
  const context = await beginWrite(services, actor, {});
  const { result } = await commitWithRetry(context, async (attempt) => {
    const { earlier, save } = await checkIdempotency(attempt, key, 'any');
    if (earlier !== undefined) return earlier as unknown as Result;
    const change = await make(attempt.scope);
    attempt.unit.addWrite(toWrite(change));
    save(attempt, change.result as unknown as JsonValue);
    return change.result;
  });
  return result;
}

function toWrite({ before, after }: ViewChange<unknown>): StoreWrite {
  const collection = VIEWS_COLLECTION.name;
  const known = before === undefined ? undefined : { previousKeys: keysOfView(before), expectedVersion: before._version };
  if (after === undefined) return { kind: 'remove', collection, id: before?._id ?? '', previousKeys: {}, expectedVersion: 0, ...known };
  const write = { collection, document: after as unknown as RecordDocument, keys: keysOfView(after), definitionVersion: 0 };
  return known === undefined ? { kind: 'insert', ...write } : { kind: 'update', ...write, ...known };
}

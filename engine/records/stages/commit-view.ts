import type { AccessScope, Actor } from '../../access/index.ts';
import type { StoreWrite } from '../../ports/index.ts';
import type { JsonValue, RecordDocument } from '#engine/model';
import type { IdempotencyKey } from '../idempotency-key.ts';
import type { RecordServices } from '../record-services.ts';
import { keysOfView, VIEWS_COLLECTION, type StoredView } from '../shapes/stored-view.ts';
import { beginWrite } from './begin-write.ts';
import { commitWithRetry } from './commit-with-retry.ts';
import { checkIdempotency } from './idempotency.ts';

/** What a write makes of a view, and what it answers. */
export interface ViewChange<Result> {
  /** As it is stored; absent: it is new. */
  readonly before?: StoredView;
  /** With its next version; absent: it is taken away. */
  readonly after?: StoredView;
  readonly result: Result;
}

/**
 * Commits what `make` makes of a view, made again when another was faster; a key that was seen before answers as it did
 * then. Errors: those of `make`, `idempotency_conflict`, `overloaded`.
 */
export async function commitView<Result>(services: RecordServices, actor: Actor, key: IdempotencyKey | undefined, make: (scope: AccessScope) => Promise<ViewChange<Result>>): Promise<Result> {
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

import type { AccessScope, Actor } from '../../access/index.ts';
import type { StoreWrite } from '../../ports/index.ts';
import type { JsonValue, RecordDocument } from '#engine/model';
import type { AnswerKey } from '../answer-key.ts';
import type { RecordKernel } from '../kernel.ts';
import { keysOfView, VIEWS_COLLECTION, type StoredView } from '../shapes/stored-view.ts';
import { beginCall } from './begin-call.ts';
import { commitAttempt } from './commit-attempt.ts';
import { findAnswer } from './idempotency.ts';

/** What a write makes of a view, and what it answers. */
export interface ViewChange<Answer> {
  /** As it is stored; absent: it is new. */
  readonly before?: StoredView;
  /** With its next version; absent: it is taken away. */
  readonly after?: StoredView;
  readonly answer: Answer;
}

/**
 * Commits what `make` makes of a view, made again when another was faster; a key that was seen before answers as it did
 * then. Errors: those of `make`, `idempotency_conflict`, `overloaded`.
 */
export async function writeView<Answer>(kernel: RecordKernel, actor: Actor, key: AnswerKey | undefined, make: (scope: AccessScope) => Promise<ViewChange<Answer>>): Promise<Answer> {
  const call = await beginCall(kernel, actor, {});
  const { result } = await commitAttempt(call, async (attempt) => {
    const { earlier, keep } = await findAnswer(attempt, key, 'any');
    if (earlier !== undefined) return earlier as unknown as Answer;
    const change = await make(attempt.scope);
    attempt.unit.keep(toWrite(change));
    keep(attempt, change.answer as unknown as JsonValue);
    return change.answer;
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

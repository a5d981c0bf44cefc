import type { VersionedArea } from '../../../ports/index.ts';
import { codeOf } from '../file/translate-error.ts';
import type { TaskResult } from '../threads/writer-protocol.ts';

/** One attempt at a transaction. */
export interface Attempt {
  position: number;
  /** Each task gets a savepoint, because a task of this group failed after it had written something. */
  readonly savepoints: boolean;
  readonly bumped: Set<VersionedArea>;
}

/** A task failed after it had written something, in a transaction without savepoints. */
export class PartialWriteError extends Error {}

/** A unit was refused after it had written something: contains its result, for when that is rolled back. */
export class UnitRefusedError extends Error {
  readonly result: TaskResult;

  constructor(result: TaskResult) {
    super('refused');
    this.result = result;
  }
}

/** Whether the store itself failed, so that nothing of the group can be committed. */
export function isStoreFailure(error: unknown): boolean {
  return /^SQLITE_(FULL|IOERR|READONLY|BUSY|LOCKED|CORRUPT|NOTADB|NOMEM|CANTOPEN|PROTOCOL|PERM|INTERRUPT)/.test(codeOf(error));
}

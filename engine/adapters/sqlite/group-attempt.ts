import type { VersionedArea } from '../../ports/index.ts';
import { codeOf } from './translate-error.ts';
import type { TaskResult } from './writer-protocol.ts';

/** One transaction being tried. */
export interface Attempt {
  position: number;
  /** Each task gets a savepoint, because one of this group failed half way. */
  readonly savepoints: boolean;
  readonly bumped: Set<VersionedArea>;
}

/** Something failed after it had written, in a transaction without savepoints. */
export class PartialWriteError extends Error {}

/** A unit cannot be although it has written something: its answer, once that is undone. */
export class UnitRefusedError extends Error {
  readonly result: TaskResult;

  constructor(result: TaskResult) {
    super('refused');
    this.result = result;
  }
}

/** The store itself failed, so that nothing of the group can stand. */
export function isStoreFailure(error: unknown): boolean {
  return /^SQLITE_(FULL|IOERR|READONLY|BUSY|LOCKED|CORRUPT|NOTADB|NOMEM|CANTOPEN|PROTOCOL|PERM|INTERRUPT)/.test(codeOf(error));
}

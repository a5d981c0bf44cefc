import type { CommitResult, StaleRead, VersionedArea } from '../../ports/index.ts';
import { codeOf } from './translate-error.ts';

/** One transaction being tried. */
export interface Attempt {
  position: number;
  /** Each task gets a savepoint, because one of this group failed half way. */
  readonly savepoints: boolean;
  readonly bumped: Set<VersionedArea>;
  /** To do once the transaction stands. */
  readonly afterwards: (() => void)[];
}

/** Something failed after it had written, in a transaction without savepoints. */
export class HalfWritten extends Error {}

/** A unit is stale although it has written something: its answer, once that is undone. */
export class Refusal extends Error {
  readonly answer: CommitResult;

  constructor(stale: StaleRead) {
    super('stale');
    this.answer = { committed: false, stale: [stale] };
  }
}

/** The error of one task. */
export class Failure {
  readonly error: unknown;

  constructor(error: unknown) {
    this.error = error;
  }
}

/** The store itself failed, so that nothing of the group can stand. */
export function concernsAll(error: unknown): boolean {
  return /^SQLITE_(FULL|IOERR|READONLY|BUSY|LOCKED|CORRUPT|NOTADB|NOMEM|CANTOPEN|PROTOCOL|PERM|INTERRUPT)/.test(codeOf(error));
}

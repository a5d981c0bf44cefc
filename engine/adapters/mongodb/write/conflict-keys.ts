import type { UnitOfWork } from '../../../ports/index.ts';
import { getClaimIds } from './check-unit.ts';

/** What a unit writes and relies on: two units with a common key can conflict. */
export interface ConflictKeys {
  /** Records and claim documents that it writes, and records whose absence it relies on. */
  readonly written: readonly string[];
  /** Records that it relies on and does not change. */
  readonly checked: readonly string[];
}

export function getConflictKeys(unit: UnitOfWork): ConflictKeys {
  const written = unit.writes.map((write) => `${write.collection} ${write.kind === 'remove' ? write.id : write.document._id}`);
  const checked: string[] = [];
  for (const { collection, id, version } of unit.versionChecks ?? []) (version === null ? written : checked).push(`${collection} ${id}`);
  for (const key of getClaimIds(unit.absenceChecks ?? [])) written.push(`claim ${key}`);
  return { written, checked };
}

/** The conflict keys of several units. */
export class ConflictKeySet {
  readonly #written = new Set<string>();
  readonly #checked = new Set<string>();

  /**
   * Whether a unit conflicts with another unit in the same transaction. Both may rely on the same record, but neither may
   * write a record that the other writes or relies on.
   */
  conflictsWithinTransaction({ written, checked }: ConflictKeys): boolean {
    return written.some((key) => this.#written.has(key) || this.#checked.has(key)) || checked.some((key) => this.#written.has(key));
  }

  /** Whether a unit conflicts with another transaction, where relying on a record writes a marker to it. */
  conflictsAcrossTransactions({ written, checked }: ConflictKeys): boolean {
    return [...written, ...checked].some((key) => this.#written.has(key) || this.#checked.has(key));
  }

  add({ written, checked }: ConflictKeys): void {
    for (const key of written) this.#written.add(key);
    for (const key of checked) this.#checked.add(key);
  }

  /** Only correct where no two units share a key, as in running transactions. */
  remove({ written, checked }: ConflictKeys): void {
    for (const key of written) this.#written.delete(key);
    for (const key of checked) this.#checked.delete(key);
  }
}

/** Merges units that do not conflict into one unit, for a single commit. */
export function mergeUnits(units: readonly UnitOfWork[]): UnitOfWork {
  const versionChecks = new Map(
    units.flatMap((unit) =>
      (unit.versionChecks ?? []).map((check) => [`${check.collection} ${check.id} ${check.version}`, check] as const),
    ),
  );
  return {
    writes: units.flatMap((unit) => unit.writes),
    versionChecks: [...versionChecks.values()],
    absenceChecks: units.flatMap((unit) => unit.absenceChecks ?? []),
    bumps: [...new Set(units.flatMap((unit) => unit.bumps ?? []))],
  };
}

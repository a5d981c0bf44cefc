import type { UnitOfWork } from '../../ports/index.ts';
import { getClaimIds } from './check-unit.ts';

/** What a unit touches: two units that touch the same place get in each other's way. */
export interface ConflictKeys {
  /** Records and claims that it writes, or whose absence it rests on. */
  readonly written: readonly string[];
  /** Records that it rests on and leaves as they are. */
  readonly checked: readonly string[];
}

/** The places of a unit. */
export function getConflictKeys(unit: UnitOfWork): ConflictKeys {
  const written = unit.writes.map((write) => `${write.collection} ${write.kind === 'remove' ? write.id : write.document._id}`);
  const checked: string[] = [];
  for (const { collection, id, version } of unit.versionChecks ?? []) (version === null ? written : checked).push(`${collection} ${id}`);
  for (const key of getClaimIds(unit.absenceChecks ?? [])) written.push(`claim ${key}`);
  return { written, checked };
}

/** Places that are taken: how often each is written, and checked. */
export class ConflictKeySet {
  readonly #written = new Set<string>();
  readonly #checked = new Set<string>();

  /** Whether a unit would run past another in the same transaction: they may rest on the same record, and write no common one. */
  conflictsWithinTransaction({ written, checked }: ConflictKeys): boolean {
    return written.some((key) => this.#written.has(key) || this.#checked.has(key)) || checked.some((key) => this.#written.has(key));
  }

  /** Whether a unit would conflict with another transaction: there, resting on a record marks it. */
  conflictsAcrossTransactions({ written, checked }: ConflictKeys): boolean {
    return [...written, ...checked].some((key) => this.#written.has(key) || this.#checked.has(key));
  }

  add({ written, checked }: ConflictKeys): void {
    for (const key of written) this.#written.add(key);
    for (const key of checked) this.#checked.add(key);
  }

  /** Only right where no two units share a place: in the places of transactions under way. */
  remove({ written, checked }: ConflictKeys): void {
    for (const key of written) this.#written.delete(key);
    for (const key of checked) this.#checked.delete(key);
  }
}

/** Units that do not meet as one: what one commit of theirs takes. */
export function mergeUnits(units: readonly UnitOfWork[]): UnitOfWork {
  const versionChecks = new Map(units.flatMap((unit) => (unit.versionChecks ?? []).map((check) => [`${check.collection} ${check.id} ${check.version}`, check] as const)));
  return {
    writes: units.flatMap((unit) => unit.writes),
    versionChecks: [...versionChecks.values()],
    absenceChecks: units.flatMap((unit) => unit.absenceChecks ?? []),
    bumps: [...new Set(units.flatMap((unit) => unit.bumps ?? []))],
  };
}

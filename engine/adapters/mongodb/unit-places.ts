import type { UnitOfWork } from '../../ports/index.ts';
import { placesOfGuards } from './check-unit.ts';

/** What a unit touches: two units that touch the same place get in each other's way. */
export interface UnitPlaces {
  /** Records and claims that it writes, or whose absence it rests on. */
  readonly written: readonly string[];
  /** Records that it rests on and leaves as they are. */
  readonly checked: readonly string[];
}

/** The places of a unit. */
export function placesOf(unit: UnitOfWork): UnitPlaces {
  const written = unit.writes.map((write) => `${write.collection} ${write.kind === 'remove' ? write.id : write.document._id}`);
  const checked: string[] = [];
  for (const { collection, id, version } of unit.checks ?? []) (version === null ? written : checked).push(`${collection} ${id}`);
  for (const place of placesOfGuards(unit.guards ?? [])) written.push(`claim ${place}`);
  return { written, checked };
}

/** Places that are taken: how often each is written, and checked. */
export class TakenPlaces {
  readonly #written = new Set<string>();
  readonly #checked = new Set<string>();

  /** Whether a unit would run past another in the same transaction: they may rest on the same record, and write no common one. */
  meets({ written, checked }: UnitPlaces): boolean {
    return written.some((place) => this.#written.has(place) || this.#checked.has(place)) || checked.some((place) => this.#written.has(place));
  }

  /** Whether a unit would conflict with another transaction: there, resting on a record marks it. */
  touches({ written, checked }: UnitPlaces): boolean {
    return [...written, ...checked].some((place) => this.#written.has(place) || this.#checked.has(place));
  }

  take({ written, checked }: UnitPlaces): void {
    for (const place of written) this.#written.add(place);
    for (const place of checked) this.#checked.add(place);
  }

  /** Only right where no two units share a place: in the places of transactions under way. */
  release({ written, checked }: UnitPlaces): void {
    for (const place of written) this.#written.delete(place);
    for (const place of checked) this.#checked.delete(place);
  }
}

/** Units that do not meet as one: what one commit of theirs takes. */
export function mergeUnits(units: readonly UnitOfWork[]): UnitOfWork {
  const checks = new Map(units.flatMap((unit) => (unit.checks ?? []).map((check) => [`${check.collection} ${check.id} ${check.version}`, check] as const)));
  return {
    writes: units.flatMap((unit) => unit.writes),
    checks: [...checks.values()],
    guards: units.flatMap((unit) => unit.guards ?? []),
    bumps: [...new Set(units.flatMap((unit) => unit.bumps ?? []))],
  };
}

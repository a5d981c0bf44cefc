import type { CompiledField, CompiledModule } from '#engine/model/compiled';
import type { SaveAttempt } from '../save/write-context.ts';
import type { FormulaReader, RollUpPlan } from './calculation-plan.ts';

/** A calculated field without a result, and why. */
export interface CalculationProblem {
  readonly module: CompiledModule;
  readonly field: CompiledField;
  readonly id: string;
  readonly reason: string;
}

/** A record that is to be calculated again before the unit is committed. */
export interface StaleRecord {
  readonly module: CompiledModule;
  readonly id: string;
  /** The roll-ups that changed; its formulas are always evaluated. */
  readonly rollUps: Set<RollUpPlan>;
  readonly cause: CalculationCause;
}

/** Records that point to a changed record, which are to be calculated again. */
export interface StaleSearch {
  /** The records: those of the module whose field contains the id of the changed record. */
  readonly module: CompiledModule;
  readonly link: CompiledField;
  readonly target: string;
  readonly rollUps: Set<RollUpPlan>;
  readonly cause: CalculationCause;
}

/** The save that made others stale. */
export interface CalculationCause {
  readonly attempt: SaveAttempt;
  /** Id of its entry in the history; undefined: it has none. */
  readonly changeId: string | undefined;
  /** The new values are not part of the history: a changed definition, and no person, changed them. */
  readonly silent: boolean;
}

/** What the saves of a unit made stale, and what could not be calculated. Each record is calculated once, after all saves of the unit. */
export class PendingCalculations {
  readonly records = new Map<string, StaleRecord>();
  readonly searches = new Map<string, StaleSearch>();
  /** By record and field: the last attempt to calculate it counts. */
  readonly problems = new Map<string, CalculationProblem>();
  /** Records that were calculated in the unit because of others. */
  count = 0;

  addRecord(module: CompiledModule, id: string, rollUps: Iterable<RollUpPlan>, cause: CalculationCause): void {
    const key = `${module.name}:${id}`;
    const known = this.records.get(key);
    if (known === undefined) this.records.set(key, { module, id, rollUps: new Set(rollUps), cause });
    else for (const rollUp of rollUps) known.rollUps.add(rollUp);
  }

  addSearch(
    { module, link, target, rollUps }: Omit<StaleSearch, 'cause' | 'rollUps'> & { readonly rollUps: Iterable<RollUpPlan> },
    cause: CalculationCause,
  ): void {
    const key = `${module.name}.${link.name}:${target}`;
    const known = this.searches.get(key);
    if (known === undefined) this.searches.set(key, { module, link, target, rollUps: new Set(rollUps), cause });
    else for (const rollUp of rollUps) known.rollUps.add(rollUp);
  }

  /** The formulas that read a record. */
  addReader({ module, relate }: FormulaReader, target: string, cause: CalculationCause): void {
    this.addSearch({ module, link: relate, target, rollUps: [] }, cause);
  }
}

import type { ChangeConflict, ChangeSetPlan, PlannedRecords } from '#engine/model/wire';
import type { PublishDecisions, ValueDecisions } from '../../../client/index.ts';

/** What happens to values of what is removed: they stay, are removed, or become another option. */
export type ValueDecision = { readonly kind: 'keep' | 'clear' } | { readonly kind: 'move'; readonly to: string };

/** The decisions of an admin: for values by `valueKey`, for conflicts by `conflictKey`. */
export interface Decisions {
  readonly values: { readonly [key: string]: ValueDecision };
  readonly conflicts: { readonly [key: string]: 'mine' | 'theirs' };
}

export const NO_DECISIONS: Decisions = { values: {}, conflicts: {} };

export function valueKey({ id, column, value }: PlannedRecords): string {
  return value === null ? id : JSON.stringify([id, column, value]);
}

export function conflictKey({ artifact, path }: Pick<ChangeConflict, 'artifact' | 'path'>): string {
  return `${artifact}#${path}`;
}

export function isDecided({ values, conflicts }: Decisions, one: PlannedRecords | ChangeConflict): boolean {
  return 'reason' in one ? Object.hasOwn(values, valueKey(one)) : Object.hasOwn(conflicts, conflictKey(one));
}

/** The decisions that a plan needs and that are not made. */
export function countUndecided(plan: Pick<ChangeSetPlan, 'records' | 'conflicts'>, decisions: Decisions): number {
  return [...plan.records.filter(({ choices }) => choices.length > 0), ...plan.conflicts].filter((one) => !isDecided(decisions, one))
    .length;
}

/**
 * Decides on the values of one removed option, field or module. To keep values is possible only for all removed options of a field
 * together: choosing it, or something else instead of it, applies to the others too.
 */
export function decideValues(
  decisions: Decisions,
  records: readonly PlannedRecords[],
  one: PlannedRecords,
  decision: ValueDecision,
): Decisions {
  const values: { [key: string]: ValueDecision } = { ...decisions.values, [valueKey(one)]: decision };
  for (const other of records.filter((entry) => entry.id === one.id && entry.choices.length > 0 && entry !== one)) {
    const key = valueKey(other);
    if (decision.kind === 'keep') values[key] = decision;
    else if (values[key]?.kind === 'keep') delete values[key];
  }
  return { ...decisions, values };
}

/** The decisions as the API takes them, without those that the plan no longer asks for. */
export function toPublishInput(
  plan: Pick<ChangeSetPlan, 'records' | 'conflicts'>,
  decisions: Decisions,
): Required<Pick<PublishDecisions, 'values' | 'conflicts'>> {
  const values: { [id: string]: ValueDecisions[string] } = {};
  for (const entry of plan.records) {
    const decision = decisions.values[valueKey(entry)];
    if (decision === undefined || entry.choices.length === 0) continue;
    const { id, value } = entry;
    if (value === null || decision.kind === 'keep') values[id] = decision.kind === 'move' ? 'keep' : decision.kind;
    else {
      const known = values[id];
      values[id] = { map: { ...(typeof known === 'object' ? known.map : {}), [value]: decision.kind === 'move' ? decision.to : null } };
    }
  }
  const conflicts = Object.fromEntries(
    plan.conflicts.flatMap((conflict) => {
      const choice = decisions.conflicts[conflictKey(conflict)];
      return choice === undefined ? [] : [[conflictKey(conflict), choice]];
    }),
  );
  return { values, conflicts };
}

import { makeKeys } from '#engine/model/keys';
import type { RecordDocument } from '#engine/model/values';
import { linksOf } from '../read/references.ts';
import { sameValue } from '../save/parse-input.ts';
import type { SaveKind } from '../hooks.ts';
import { calculationsOf, type ModuleCalculations, type RollUpPlan } from './calculation-plan.ts';
import type { CalculationCause } from './pending-calculations.ts';

/** A save whose record others may be calculated from. */
export interface CalculatedFrom {
  readonly kind: SaveKind;
  readonly module: string;
  readonly id: string;
  readonly before: RecordDocument | undefined;
  /** Undefined: the record was removed for good. */
  readonly after: RecordDocument | undefined;
  readonly changed: ReadonlySet<string>;
}

/** Notes the records that are to be calculated again after a save. They are calculated when all saves of the unit are known. */
export function noteStaleRecords(cause: CalculationCause, save: CalculatedFrom): void {
  const plan = calculationsOf(cause.attempt.scope.snapshot).get(save.module);
  if (plan === undefined) return;
  for (const rollUp of plan.collectors) noteOwners(cause, save, rollUp);
  // Nothing points to a new record yet.
  if (save.kind !== 'create') noteReaders(cause, save, plan);
}

function noteReaders(cause: CalculationCause, { id, after, changed }: CalculatedFrom, { readers }: ModuleCalculations): void {
  for (const reader of readers)
    if (after === undefined || [...reader.inputs].some((name) => changed.has(name)))
      cause.attempt.calculations.addReader(reader, id, cause);
}

/** The records whose roll-up counts this one, before or after the save, unless it counts the same. */
function noteOwners(cause: CalculationCause, save: CalculatedFrom, rollUp: RollUpPlan): void {
  const { id, before, after, changed, kind } = save;
  const isLinkChanged = rollUp.direction === 'reverse' && changed.has(rollUp.link.name);
  if (kind === 'update' && !isLinkChanged && ![...rollUp.inputs].some((name) => changed.has(name))) return;
  const [was, is] = [measureOf(rollUp, before), measureOf(rollUp, after)];
  const { calculations } = cause.attempt;
  if (rollUp.direction === 'forward') {
    if (!countsSame(rollUp, was, is))
      calculations.addSearch({ module: rollUp.owner, link: rollUp.link, target: id, rollUps: [rollUp] }, cause);
    return;
  }
  const [earlier, now] = [ownersOf(rollUp, was), ownersOf(rollUp, is)];
  for (const owner of new Set([...earlier, ...now]))
    if (!(earlier.has(owner) && now.has(owner) && countsSame(rollUp, was, is)))
      calculations.addRecord(rollUp.owner, owner, [rollUp], cause);
}

/** The record if it counts in a roll-up. */
function measureOf({ source, matches }: RollUpPlan, document: RecordDocument | undefined): RecordDocument | undefined {
  return document !== undefined && matches(document._id, makeKeys(source, document)) ? document : undefined;
}

/** Whether a record counts the same before and after a save. */
function countsSame({ of }: RollUpPlan, was: RecordDocument | undefined, is: RecordDocument | undefined): boolean {
  if (was === undefined || is === undefined) return was === is;
  return of === undefined || sameValue(was[of.name], is[of.name]);
}

function ownersOf({ link }: RollUpPlan, document: RecordDocument | undefined): ReadonlySet<string> {
  return new Set(document === undefined ? [] : linksOf(link, document[link.name]).map(({ id }) => id));
}

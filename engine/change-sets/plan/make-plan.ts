import type {
  ChangeSet,
  DefinitionChange,
  DefinitionSet,
  DefinitionSnapshot,
  PreviewProblem,
  PublishReview,
} from '../../registry/index.ts';
import type { JsonObject } from '#engine/model/values';
import type { ChangeSetPlan, PlannedChange } from '#engine/model/wire';
import type { ChangeSetServices } from '../contract.ts';
import { NO_EFFECTS, planEffects } from '../effects/plan-effects.ts';
import { nameChange, type FoundConflict, type MergedChanges } from '../merge-changes.ts';
import { describeEqualValues, findEqualValues } from '../removals/equal-values.ts';
import { listRemovedParts } from '../removals/removed-parts.ts';
import { findRoleUses } from '../removals/role-uses.ts';
import { actionOf, MAX_PROBLEMS, readUserNames, viewConflict, viewProblem } from '../view-change-set.ts';
import { describeDifferences } from './describe-differences.ts';
import { examineConversions, planFailedValues } from '../conversions/plan-conversions.ts';
import { readConversionRate } from '../conversions/read-rate.ts';
import { describeCostlyLayouts } from './describe-costly-layouts.ts';
import { planAccess } from './plan-access.ts';
import { planIndexes } from './plan-indexes.ts';
import { planRecords, planTypeChanges } from './plan-records.ts';
import { planReferences } from './plan-references.ts';
import { planBrokenRules } from './plan-rules.ts';

/** Makes the changes that are planned, and their conflicts, for the current definitions. */
export type MakePlanned = (current: DefinitionSet, changeSets: readonly ChangeSet[]) => MergedChanges;

/** What publishing changes would do now; values of a `conversion` that has begun count as converted. Changes nothing. */
export async function makePlan(services: ChangeSetServices, make: MakePlanned, conversion?: string): Promise<ChangeSetPlan> {
  return (await makeReviewedPlan(services, make, conversion)).plan;
}

/** A plan, and the definitions that it would lead to; undefined: problems prevent compiling them. */
export async function makeReviewedPlan(
  services: ChangeSetServices,
  make: MakePlanned,
  conversion?: string,
): Promise<{ readonly plan: ChangeSetPlan; readonly after: DefinitionSnapshot | undefined }> {
  const { registry, records, store, clock } = services;
  let conflicts: readonly FoundConflict[] = [];
  const preview = await registry.preview((current, changeSets) => {
    const merged = make(current, changeSets);
    conflicts = merged.conflicts;
    return merged.inputs;
  }, conversion);
  const { review, changes } = preview;
  const names = await readUserNames(
    services,
    conflicts.map(({ changeSet }) => changeSet?.author ?? null),
  );
  const before = review?.before ?? registry.current();
  const equal = review === undefined ? [] : await findEqualValues(records, review);
  const found = [...preview.problems, ...(await listRoleProblems(services, review)), ...describeEqualValues(equal)];
  const conversions = review === undefined ? [] : await examineConversions(records, review, undefined, await rateFor(store, review));
  const costly = review === undefined ? [] : describeCostlyLayouts(await services.findCostlyLayouts(review), changes);
  const options = review === undefined ? [] : listRemovedParts(review).options;
  const { references, notes } = await planReferences(services, changes, before, options);
  const plan = {
    changes: changes.map(describeChange),
    problems: found.slice(0, MAX_PROBLEMS).map(viewProblem),
    warnings: [...costly, ...preview.warnings].slice(0, MAX_PROBLEMS).map(viewProblem),
    conflicts: conflicts.map((conflict) => viewConflict(conflict, names)),
    indexes: review === undefined ? [] : await planIndexes(store, review),
    records: [
      ...(review === undefined ? [] : await planRecords(records, review, equal, clock.now())),
      ...(review === undefined ? [] : (await planBrokenRules(records, review, clock.now())).filter(({ count }) => count > 0)),
      ...conversions.flatMap(planFailedValues),
      ...(await planTypeChanges(records, changes, before, new Set(conversions.map(({ planned }) => planned.id)))),
    ],
    conversions: conversions.map(({ planned }) => planned),
    references,
    referenceNotes: notes,
    access: review === undefined ? [] : await planAccess(records, review),
    effects: review === undefined ? NO_EFFECTS : await planEffects(services, review),
  };
  return { plan, after: review?.after };
}

/** Records a second for the time of conversions; not read without one. */
async function rateFor(store: ChangeSetServices['store'], { conversions }: PublishReview): Promise<number | undefined> {
  return conversions.length === 0 ? undefined : readConversionRate(store);
}

function describeChange({ kind, id, before, after }: DefinitionChange): PlannedChange {
  const change = { kind, id, before: before as JsonObject | null, definition: after as JsonObject | null };
  const { label, name } = change.definition ?? change.before ?? {};
  const artifact = nameChange(change);
  return {
    kind,
    id,
    artifact,
    name: [label, name].find((one): one is string => typeof one === 'string') ?? artifact,
    action: actionOf(change),
    differences: describeDifferences(before, after),
  };
}

async function listRoleProblems({ records }: ChangeSetServices, review: PublishReview | undefined): Promise<readonly PreviewProblem[]> {
  const uses = review === undefined ? [] : await findRoleUses(records, review);
  return uses.map(({ role, count }) => ({
    file: `role/${role.name}`,
    path: '/',
    cause: count === 1 ? 'One user has this role.' : `${count} users have this role.`,
    kind: 'role',
    id: role.id,
    place: { kind: 'role', id: role.id, artifact: `role/${role.name}`, field: null, path: '' },
  }));
}

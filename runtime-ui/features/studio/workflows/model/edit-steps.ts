import type { WorkflowStep } from '#engine/model/definitions';
import { APPROVAL_OUTCOMES } from '#engine/model/workflows';
import { randomKey } from '../../../../client/index.ts';

type Steps = readonly WorkflowStep[];
type Approval = Extract<WorkflowStep, { readonly type: 'approval' }>;

/** Id of the list of a workflow's own steps; nested lists have those of `listsOf`. */
export const MAIN_LIST = 'actions';

/** A list of steps inside of a step. */
export interface NestedList {
  /** Unique in the workflow. */
  readonly id: string;
  /** Its position in the step, as in problems: '/branches/0/steps'. */
  readonly path: string;
  readonly steps: Steps;
}

/** The lists inside of a step: of each branch, and what happens otherwise; or of a for-each. */
export function listsOf(step: WorkflowStep): readonly NestedList[] {
  if (step.type === 'for-each') return [{ id: `${step.id}/steps`, path: '/steps', steps: step.steps }];
  if (step.type === 'approval')
    return outcomesOf(step).map((name) => ({ id: `${step.id}/${name}`, path: `/${name}`, steps: step[name] ?? [] }));
  if (step.type !== 'branch') return [];
  const branches = step.branches.map(({ steps }, index) => ({
    id: `${step.id}/branches/${index}`,
    path: `/branches/${index}/steps`,
    steps,
  }));
  return [...branches, { id: `${step.id}/otherwise`, path: '/otherwise', steps: step.otherwise ?? [] }];
}

/** The outcomes of an approval that have steps: being timed out only if it is said to have its own. */
export function outcomesOf({ onTimeout }: Approval): readonly (typeof APPROVAL_OUTCOMES)[number][] {
  return APPROVAL_OUTCOMES.filter((name) => name !== 'whenTimedOut' || onTimeout === 'branch');
}

/** A step with its lists changed. */
function mapLists(step: WorkflowStep, change: (steps: Steps, id: string) => Steps): WorkflowStep {
  const lists = new Map(listsOf(step).map(({ id, steps }) => [id, change(steps, id)]));
  const listOf = (id: string, before: Steps) => [...(lists.get(`${step.id}/${id}`) ?? before)];
  if (step.type === 'for-each') return { ...step, steps: listOf('steps', step.steps) };
  if (step.type === 'approval') return mapOutcomes(step, listOf);
  if (step.type !== 'branch') return step;
  const { otherwise: before, ...rest } = step;
  const otherwise = listOf('otherwise', before ?? []);
  return {
    ...rest,
    branches: step.branches.map((branch, index) => ({ ...branch, steps: listOf(`branches/${index}`, branch.steps) })),
    ...(otherwise.length > 0 && { otherwise }),
  };
}

/** An empty list after a decline stays: it says that the run goes on. */
function mapOutcomes(step: Approval, listOf: (id: string, before: Steps) => WorkflowStep[]): Approval {
  const { whenApproved: _approved, whenDeclined: _declined, whenTimedOut: _timedOut, ...rest } = step;
  const lists = outcomesOf(step).flatMap((name) => {
    const steps = listOf(name, step[name] ?? []);
    return steps.length > 0 || (name === 'whenDeclined' && step.whenDeclined !== undefined) ? [[name, steps] as const] : [];
  });
  return { ...rest, ...Object.fromEntries(lists) };
}

/** Changes every list, from the innermost to `steps` itself. */
function mapAll(steps: Steps, change: (steps: Steps, id: string) => Steps, id = MAIN_LIST): Steps {
  return change(
    steps.map((step) => mapLists(step, (inner, innerId) => mapAll(inner, change, innerId))),
    id,
  );
}

/** Every list of steps, an outer one before its inner ones. */
function listAll(steps: Steps, id = MAIN_LIST): readonly Omit<NestedList, 'path'>[] {
  return [{ id, steps }, ...steps.flatMap((step) => listsOf(step).flatMap((list) => listAll(list.steps, list.id)))];
}

export function findStep(steps: Steps, id: string): WorkflowStep | undefined {
  return listAll(steps)
    .flatMap((list) => list.steps)
    .find((step) => step.id === id);
}

export function insertStep(steps: Steps, step: WorkflowStep, list: string, at: number): Steps {
  return mapAll(steps, (all, id) => (id === list ? [...all.slice(0, at), step, ...all.slice(at)] : all));
}

export function removeStep(steps: Steps, id: string): Steps {
  return mapAll(steps, (all) => (all.some((step) => step.id === id) ? all.filter((step) => step.id !== id) : all));
}

export function replaceStep(steps: Steps, next: WorkflowStep): Steps {
  return mapAll(steps, (all) => (all.some((step) => step.id === next.id) ? all.map((step) => (step.id === next.id ? next : step)) : all));
}

/** Inserts a copy after a step. */
export function copyStep(steps: Steps, id: string): Steps {
  const place = placeOf(steps, id);
  const step = findStep(steps, id);
  return place === undefined || step === undefined ? steps : insertStep(steps, withNewIds(step), place.list, place.at + 1);
}

/** A copy of a step whose ids, and those of the steps inside of it, are new. */
export function withNewIds(step: WorkflowStep): WorkflowStep {
  const copied = mapLists(step, (all) => all.map(withNewIds));
  const id = newId('step');
  return copied.type === 'notify' ? { ...copied, id, alert: { ...copied.alert, id: newId('alert') } } : { ...copied, id };
}

export function newId(kind: 'step' | 'alert' | 'condition' | 'workflow'): string {
  return `${kind}_${randomKey()}`;
}

/** A position in a list, which counts the steps without the moved one. */
export interface StepPlace {
  readonly list: string;
  readonly at: number;
}

export function placeOf(steps: Steps, id: string): StepPlace | undefined {
  const list = listAll(steps).find((one) => one.steps.some((step) => step.id === id));
  return list && { list: list.id, at: list.steps.findIndex((step) => step.id === id) };
}

/** Moves a step to a place; nothing changes if that is inside of the step. */
export function moveStep(steps: Steps, id: string, { list, at }: StepPlace): Steps {
  const step = findStep(steps, id);
  if (step === undefined || isInside(step, list)) return steps;
  return insertStep(removeStep(steps, id), step, list, at);
}

function isInside(step: WorkflowStep, list: string): boolean {
  return listsOf(step).some((one) => listAll(one.steps, one.id).some(({ id }) => id === list));
}

/** The place one step up or down: within the list; at its edge the neighbouring list inside of the same step, else beside that step. */
export function stepPlace(steps: Steps, id: string, by: -1 | 1): StepPlace | undefined {
  const place = placeOf(steps, id);
  if (place === undefined) return undefined;
  const size = listAll(steps).find((list) => list.id === place.list)?.steps.length ?? 0;
  const at = place.at + by;
  if (at >= 0 && at < size) return { list: place.list, at };
  if (place.list === MAIN_LIST) return undefined;
  const outer = listAll(steps)
    .flatMap((list) => list.steps)
    .find((step) => listsOf(step).some((list) => list.id === place.list));
  if (outer === undefined) return undefined;
  const lists = listsOf(outer);
  const beside = lists[lists.findIndex((list) => list.id === place.list) + by];
  if (beside !== undefined) return { list: beside.id, at: by === 1 ? 0 : beside.steps.length };
  const outerPlace = placeOf(steps, outer.id);
  return outerPlace && { list: outerPlace.list, at: outerPlace.at + (by === 1 ? 1 : 0) };
}

/** Ids of drop targets: before a step, or the end of a list. */
export const BEFORE = 'before ';
export const END = 'end ';

/** The place of a drop target for a dragged step; undefined: it stays where it is. */
export function placeOfTarget(steps: Steps, id: string, target: string): StepPlace | undefined {
  const without = removeStep(steps, id);
  if (target.startsWith(END)) {
    const list = listAll(without).find((one) => one.id === target.slice(END.length));
    return list && { list: list.id, at: list.steps.length };
  }
  return placeOf(without, target.slice(BEFORE.length));
}

/** The number of all steps, also of nested ones. */
export function countSteps(steps: Steps): number {
  return listAll(steps).reduce((sum, list) => sum + list.steps.length, 0);
}

import { expect, it } from 'vitest';
import type { WorkflowStep } from '#engine/model/definitions';
import {
  copyStep,
  countSteps,
  findStep,
  insertStep,
  MAIN_LIST,
  moveStep,
  placeOf,
  placeOfTarget,
  removeStep,
  replaceStep,
  stepPlace,
} from './edit-steps.ts';

const wait = (id: string): WorkflowStep => ({ id, type: 'wait', for: { amount: 1, unit: 'days' } });
const STEPS: readonly WorkflowStep[] = [
  wait('a'),
  {
    id: 'b',
    type: 'branch',
    branches: [
      { condition: true, steps: [wait('c')] },
      { condition: true, steps: [wait('d'), { id: 'e', type: 'for-each', relation: 'repairs', steps: [wait('f')] }] },
    ],
  },
  wait('g'),
];

it('finds steps in every list, and their places', () => {
  expect(countSteps(STEPS)).toBe(7);
  expect(findStep(STEPS, 'f')).toEqual(wait('f'));
  expect(placeOf(STEPS, 'f')).toEqual({ list: 'e/steps', at: 0 });
  expect(placeOf(STEPS, 'g')).toEqual({ list: MAIN_LIST, at: 2 });
});

it('inserts, replaces and removes nested steps', () => {
  const added = insertStep(STEPS, wait('x'), 'b/otherwise', 0);
  expect(added[1]).toMatchObject({ otherwise: [wait('x')] });
  expect(removeStep(added, 'x')).toEqual(STEPS);
  expect(findStep(replaceStep(STEPS, { ...wait('f'), name: 'Pause' }), 'f')?.name).toBe('Pause');
});

it('moves a step up and down, into the neighbouring branch and out of its step', () => {
  expect(stepPlace(STEPS, 'a', -1)).toBeUndefined();
  expect(stepPlace(STEPS, 'a', 1)).toEqual({ list: MAIN_LIST, at: 1 });
  expect(stepPlace(STEPS, 'c', -1)).toEqual({ list: MAIN_LIST, at: 1 });
  expect(stepPlace(STEPS, 'c', 1)).toEqual({ list: 'b/branches/1', at: 0 });
  expect(stepPlace(STEPS, 'f', 1)).toEqual({ list: 'b/branches/1', at: 2 });
  const out = moveStep(STEPS, 'f', { list: MAIN_LIST, at: 3 });
  expect(out.map(({ id }) => id)).toEqual(['a', 'b', 'g', 'f']);
});

it('never moves a step into itself', () => {
  expect(moveStep(STEPS, 'b', { list: 'e/steps', at: 0 })).toBe(STEPS);
});

it('knows the place of a drop before a step and at the end of a list', () => {
  expect(placeOfTarget(STEPS, 'a', 'before g')).toEqual({ list: MAIN_LIST, at: 1 });
  expect(placeOfTarget(STEPS, 'd', 'end b/branches/1')).toEqual({ list: 'b/branches/1', at: 1 });
  expect(placeOfTarget(STEPS, 'b', 'end e/steps')).toBeUndefined();
});

it('copies a step with new ids, also inside of it', () => {
  const copied = copyStep(STEPS, 'b');
  expect(copied).toHaveLength(4);
  const ids = JSON.stringify(copied).match(/"id":"[^"]*"/gu) ?? [];
  expect(new Set(ids).size).toBe(ids.length);
});

it('keeps steps of an approval in the lists of its outcomes, and an empty one after a decline', () => {
  const approval: WorkflowStep = { id: 'x', type: 'approval', text: 'Lend', approvers: [{ lead: true }], whenDeclined: [wait('n')] };
  const added = insertStep([approval, wait('a')], wait('y'), 'x/whenApproved', 0);
  expect(added[0]).toEqual({ ...approval, whenApproved: [wait('y')] });
  expect(removeStep(removeStep(added, 'y'), 'n')[0]).toEqual({ ...approval, whenDeclined: [] });
  expect(insertStep([approval], wait('z'), 'x/whenTimedOut', 0)).toEqual([approval]);
  expect(copyStep([approval], 'x')[1]).toMatchObject({ whenDeclined: [{ type: 'wait' }] });
});

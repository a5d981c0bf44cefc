import { describe, expect, it } from 'vitest';
import type { ChangeSetPlan, PlannedRecords } from '#engine/model/wire';
import { describePlan, findObstacle } from './describe-plan.ts';

const NOTHING: ChangeSetPlan = {
  changes: [],
  problems: [],
  warnings: [],
  conflicts: [],
  indexes: [],
  records: [],
  conversions: [],
  references: [],
  referenceNotes: [],
  access: [],
  effects: { gains: [], losses: [], note: null },
} as unknown as ChangeSetPlan;

function records(reason: PlannedRecords['reason'], choices: PlannedRecords['choices']): PlannedRecords {
  return { module: 'crates', field: 'size', column: null, value: null, id: 'crates_size', reason, count: 2, examples: [], choices };
}

describe('describePlan', () => {
  it('names the fields whose values are converted', () => {
    const conversion = { module: 'crates', field: 'size', from: 'TextField', to: 'Number', count: 450 };
    const plan = { ...NOTHING, conversions: [conversion] } as unknown as ChangeSetPlan;
    expect(describePlan(plan, [])).toContain('crates.size was a TextField and becomes a Number: 450 values');
  });
});

describe('describePlan of references', () => {
  it('lists what refers to the change, and says what the list lacks', () => {
    const references = [{ target: 'field/crates.size', from: 'layout/crates.grid', path: '/sections/main' }];
    const text = describePlan({ ...NOTHING, references, referenceNotes: ['3 more references are not listed.'] }, []);
    expect(text).toContain('layout/crates.grid /sections/main: field/crates.size');
    expect(text).toContain('3 more references are not listed.');
  });
});

describe('the records of a plan', () => {
  it('that break a new rule are named with how many were looked at', () => {
    const rule = { ...records('rule', []), examined: 20_000 };
    expect(describePlan({ ...NOTHING, records: [rule] }, [])).toContain('2 break a new rule of crates.size (of the first 20000)');
  });
});

describe('findObstacle', () => {
  it('asks for what happens to the values of what is removed', () => {
    const plan = { ...NOTHING, records: [records('field', ['keep', 'clear'])] };
    expect(findObstacle(plan, [], undefined)).toContain('--values keep or --values clear');
    expect(findObstacle(plan, [], 'keep')).toBeUndefined();
  });

  it('does not keep values that the new type does not accept', () => {
    const plan = { ...NOTHING, records: [records('type', ['clear'])] };
    for (const values of [undefined, 'keep'] as const) expect(findObstacle(plan, [], values)).toContain('the new type does not accept');
    expect(findObstacle(plan, [], 'clear')).toBeUndefined();
    expect(findObstacle({ ...NOTHING, records: [records('required', [])] }, [], undefined)).toBeUndefined();
  });
});

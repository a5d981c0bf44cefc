import { beforeAll, describe, expect, it } from 'vitest';
import { createConditionData } from '#engine/model/conditions';
import type { FieldDefinition } from '#engine/model/definitions';
import type { JsonObject } from '#engine/model/values';
import { loadAdminTexts } from '../../../kit/index.ts';
import { createGroup, createTest } from './condition-tree.ts';
import { explainCondition } from './explain-condition.ts';
import { listSubjects, type ConditionSubject } from './subjects.ts';

const FIELDS: readonly FieldDefinition[] = ['a', 'b', 'c'].map((name) => ({ id: name, fieldName: name, label: name, inputType: 'Number' }));
const filled = (name: string) => createTest(`record.${name}`, 'filled');
const [A, B, C] = [filled('a'), filled('b'), filled('c')];
let subjects: readonly ConditionSubject[] = [];

beforeAll(async () => {
  await loadAdminTexts();
  subjects = listSubjects(FIELDS);
});

function explain(group: ReturnType<typeof createGroup>, record: JsonObject) {
  const data = createConditionData(record, { today: '2026-03-15' });
  const result = explainCondition(group, (name) => subjects.find((one) => one.name === name), data);
  return result && { ...result, deciding: result.deciding.map(({ item, holds }) => [item.id, holds]) };
}

/** A and B, both true or false. */
const both = (holds: boolean) => [A, B].map(({ id }) => [id, holds]);

describe('The parts of a condition that decide', () => {
  it('are all of "all" if it is true, else those that are not', () => {
    const all = createGroup('all', [A, B]);
    expect(explain(all, { a: 1, b: 1 })).toEqual({ holds: true, met: 2, total: 2, deciding: both(true) });
    expect(explain(all, { a: 1 })).toEqual({ holds: false, met: 1, total: 2, deciding: [[B.id, false]] });
  });

  it('are those of "any" that are true, else all', () => {
    const any = createGroup('any', [A, B]);
    expect(explain(any, { b: 1 })).toMatchObject({ holds: true, deciding: [[B.id, true]] });
    expect(explain(any, {})).toMatchObject({ holds: false, deciding: both(false) });
  });

  it('are those of the inner group in a negated one', () => {
    const none = createGroup('all', [C, createGroup('any', [A, B], true)]);
    expect(explain(none, { b: 1, c: 1 })).toMatchObject({ holds: false, met: 2, total: 3, deciding: [[B.id, true]] });
    expect(explain(none, { c: 1 })).toMatchObject({ holds: true, deciding: [[C.id, true], ...both(false)] });
  });

  it('are none without a complete test', () => {
    expect(explain(createGroup('all', [createTest('record.a', 'gt')]), {})).toBeUndefined();
  });
});

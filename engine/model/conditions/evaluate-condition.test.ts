import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CASE_DATA, CONDITION_CASES } from './condition-cases.ts';
import { ADDED_OPERATORS, evaluateCondition } from './evaluate-condition.ts';
import { checkCondition, CONDITION_OPERATORS } from './check-condition.ts';
import type { JsonValue } from '../values/json.ts';
import { listConditionFields, listConditionVariables } from './list-variables.ts';

const RECORD = { status: 'new', hours: 12, tags: ['a', 'b'], address: { state: 'GA' }, empty: null, items: [{ n: 1 }, { n: 5 }] };

function codes(rule: unknown): string[] {
  return checkCondition(rule).map((found) => found.code);
}

describe('evaluateCondition', () => {
  it.each<[unknown, boolean]>([
    [{ '==': [{ var: 'status' }, 'new'] }, true],
    [{ and: [{ '>': [{ var: 'hours' }, 8] }, { in: [{ var: 'status' }, ['new', 'old']] }] }, true],
    [{ or: [{ '!': { var: 'status' } }, { '!!': [{ var: 'missing' }] }] }, false],
    [{ '==': [{ var: 'address.state' }, 'GA'] }, true],
    [{ '==': [{ var: ['missing', 'x'] }, 'x'] }, true],
    [{ '==': [{ var: 'empty' }, null] }, true],
    [{ '==': [{ var: 'tags.1' }, 'b'] }, true],
    [{ missing: ['status', 'nothing'] }, true],
    [{ missing: ['status'] }, false],
    [{ missing_some: [1, ['status', 'nothing']] }, false],
    [{ '<': [1, { var: 'hours' }, 20] }, true],
    [{ some: [{ var: 'items' }, { '>': [{ var: 'n' }, 4] }] }, true],
    [{ all: [{ var: 'items' }, { '>': [{ var: 'n' }, 4] }] }, false],
    [{ none: [{ var: 'tags' }, { '==': [{ var: '' }, 'c'] }] }, true],
    [{ '==': [{ cat: [{ var: 'status' }, '!'] }, 'new!'] }, true],
    [{ if: [{ '>': [{ '*': [{ var: 'hours' }, 2] }, 20] }, true, false] }, true],
    [true, true],
    [[], false],
  ])('evaluates %j to %j', (rule, expected) => {
    expect(codes(rule)).toEqual([]);
    expect(evaluateCondition(rule, RECORD)).toBe(expected);
  });

  it.each(CONDITION_CASES)('evaluates %s', (_name, condition, expected) => {
    expect(codes(condition)).toEqual([]);
    expect(evaluateCondition(condition, CASE_DATA)).toBe(expected);
  });

  it('has a case for each added operator', () => {
    const text = JSON.stringify(CONDITION_CASES);
    expect(Object.keys(ADDED_OPERATORS).filter((operator) => !text.includes(`"${operator}":`))).toEqual([]);
    expect(Object.keys(ADDED_OPERATORS).filter((operator) => !Object.hasOwn(CONDITION_OPERATORS, operator))).toEqual([]);
  });

  it('has added operators that accept any operands and return JSON', () => {
    const operator = fc.constantFrom(...Object.keys(ADDED_OPERATORS));
    fc.assert(
      fc.property(operator, fc.array(fc.jsonValue(), { maxLength: 3 }), (name, operands) => {
        const result = ADDED_OPERATORS[name]?.(...(operands as JsonValue[]));
        expect(JSON.parse(JSON.stringify(result))).toEqual(result);
      }),
      { numRuns: 3000 },
    );
  });

  it('reads own properties only', () => {
    for (const name of ['toString', 'valueOf', 'hasOwnProperty', 'status.length', 'tags.map', 'tags.map.name']) {
      expect(evaluateCondition({ '!!': [{ var: name }] }, RECORD)).toBe(false);
      expect(evaluateCondition({ missing: [name] }, RECORD)).toBe(true);
    }
  });

  it('returns false and does not throw for data that makes the library throw', () => {
    expect(evaluateCondition({ '==': [{ var: 'a' }, 'x'] }, { a: { toString: 1, valueOf: 1 } })).toBe(false);
    expect(evaluateCondition({ in: ['x', { var: 'a' }] }, { a: { indexOf: 1 } })).toBe(false);
    expect(evaluateCondition({ some: [{ var: 'a' }, true] }, { a: 5 })).toBe(false);
  });

  it('never throws, for any input', () => {
    const operator = fc.constantFrom(...Object.keys(CONDITION_OPERATORS), 'map', 'method', 'log', '__proto__');
    const rule = fc.letrec((tie) => ({
      node: fc.oneof(
        { maxDepth: 4 },
        fc.jsonValue(),
        fc.record({ var: fc.constantFrom('status', 'hours', 'tags', '') }),
        fc.tuple(operator, fc.array(tie('node'), { maxLength: 3 })).map(([name, inner]) => ({ [name]: inner })),
      ),
    })).node;
    fc.assert(
      fc.property(rule, fc.jsonValue(), (condition, data) => {
        expect(typeof evaluateCondition(condition, data)).toBe('boolean');
        if (checkCondition(condition).length > 0) expect(evaluateCondition(condition, data)).toBe(false);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('checkCondition', () => {
  const nest = (depth: number): unknown => (depth === 0 ? true : { '!': [nest(depth - 1)] });

  it.each<[unknown, string]>([
    [{ map: [{ var: 'a' }, 1] }, 'unknown_operator'],
    [{ reduce: [{ var: 'a' }, 1, 0] }, 'unknown_operator'],
    [{ log: 'x' }, 'unknown_operator'],
    [{ method: [{ var: 'a' }, 'b'] }, 'unknown_operator'],
    [{ constructor: [1] }, 'unknown_operator'],
    [{ toString: [1] }, 'unknown_operator'],
    [{}, 'not_a_rule'],
    [{ '==': [1, 1], '!=': [1, 1] }, 'not_a_rule'],
    [{ '==': [1] }, 'operands'],
    [{ var: '__proto__.x' }, 'refused_name'],
    [{ var: 'a.constructor' }, 'refused_name'],
    [{ var: { cat: ['a', 'b'] } }, 'refused_name'],
    [{ missing: [['a']] }, 'refused_name'],
    [{ missing_some: [1, 'a'] }, 'operands'],
    [NaN, 'not_json'],
    [undefined, 'not_json'],
    [() => true, 'not_json'],
    ['x'.repeat(2001), 'not_json'],
    [{ day: [{ var: 'a' }, { var: 'b' }] }, 'operands'],
    [{ contains_text: ['a'] }, 'operands'],
    [nest(30), 'too_deep'],
    [{ some: [{ var: 'a' }, { some: [{ var: 'b' }, { all: [{ var: 'c' }, true] }] }] }, 'too_deep'],
  ])('rejects %j: %s', (rule, code) => {
    expect(codes(rule)).toContain(code);
    expect(evaluateCondition(rule, { a: [1], b: [1], c: [1] })).toBe(false);
  });

  it('limits the size of a condition', () => {
    expect(codes({ in: [1, Array.from({ length: 600 }, () => 1)] })).toEqual(['too_large']);
  });

  it('returns the path of the problem', () => {
    expect(checkCondition({ and: [true, { nope: 1 }] })[0]).toMatchObject({ path: 'and.1', code: 'unknown_operator' });
  });
});

describe('listConditionVariables', () => {
  const condition = {
    and: [
      { '==': [{ var: 'record.status' }, { var: ['old.status', { var: 'today' }] }] },
      { missing: ['record.hours'] },
      { missing_some: [1, ['record.a', 'record.b.c']] },
      { some: [{ var: 'record.items' }, { var: 'n' }] },
    ],
  };

  it('returns the names with their places, without those of the entries of lists', () => {
    expect(listConditionVariables(condition).map(({ name }) => name)).toEqual([
      'record.status',
      'old.status',
      'today',
      'record.hours',
      'record.a',
      'record.b.c',
      'record.items',
    ]);
    expect(listConditionVariables(condition)[0]?.path).toBe('and.0.==.0.var');
  });

  it('returns the fields once each', () => {
    expect(listConditionFields(condition)).toEqual(['status', 'hours', 'a', 'b', 'items']);
    expect(listConditionFields(undefined)).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { keysOf, formatted, normalized } from './field-type-fixture.ts';

describe('Dropdown and MultiSelect', () => {
  it('accept the values of their options, including retired ones', () => {
    expect(normalized('Dropdown', 'new')).toEqual({ value: 'new' });
    expect(normalized('Dropdown', 'old')).toEqual({ value: 'old' });
    expect(normalized('Dropdown', 'New')).toEqual(['not_an_option']);
    expect(normalized('Dropdown', '')).toEqual({ value: undefined });
    expect(normalized('Dropdown', { value: 'new' })).toEqual(['wrong_type']);
    expect(normalized('MultiSelect', ['old', 'new', 'old'])).toEqual({ value: ['old', 'new'] });
    expect(normalized('MultiSelect', ['new', 'x', 3])).toEqual(['1: not_an_option', '2: wrong_type']);
    expect(normalized('MultiSelect', 'new')).toEqual(['wrong_type']);
  });

  it('are compared exactly and displayed with their labels', () => {
    expect(keysOf('Dropdown', 'not_interested')).toBe('not_interested');
    expect(keysOf('MultiSelect', ['new', 'old'])).toEqual(['new', 'old']);
    expect(formatted('Dropdown', 'not_interested')).toBe('Not interested');
    expect(formatted('Dropdown', 'gone')).toBe('gone');
    expect(formatted('MultiSelect', ['new', 'old'])).toBe('New, Old');
  });
});

describe('Relate and MultiRelate', () => {
  it('accept ids, and objects with an _id', () => {
    expect(normalized('Relate', '0192-a')).toEqual({ value: '0192-a' });
    expect(normalized('Relate', { _id: 'a1', name: 'Ana' })).toEqual({ value: 'a1' });
    expect(normalized('Relate', {})).toEqual(['wrong_type']);
    expect(normalized('Relate', { _id: { _id: 'a' } })).toEqual(['wrong_type']);
    expect(normalized('Relate', 5)).toEqual(['wrong_type']);
    expect(normalized('Relate', 'a b')).toEqual(['not_an_id']);
    expect(normalized('Relate', '$where')).toEqual(['not_an_id']);
    expect(normalized('MultiRelate', ['b', { _id: 'a' }, 'a', null])).toEqual({ value: ['b', 'a'] });
    expect(normalized('MultiRelate', ['b', 'c:d'])).toEqual(['1: not_an_id']);
  });

  it('are compared by id', () => {
    expect(keysOf('Relate', 'A1')).toBe('A1');
    expect(keysOf('MultiRelate', ['b', 'a'])).toEqual(['b', 'a']);
    expect(formatted('MultiRelate', ['b', 'a'])).toBe('b, a');
  });
});

describe('FlexRelate and MultiFlexRelate', () => {
  it('accept an id with a module that exists', () => {
    expect(normalized('FlexRelate', { module: 'tickets', id: 'a' })).toEqual({ value: { module: 'tickets', id: 'a' } });
    expect(normalized('FlexRelate', { module: 'tickets', id: { _id: 'a' } })).toEqual({ value: { module: 'tickets', id: 'a' } });
    expect(normalized('FlexRelate', { module: 'tickets', _id: 'a', name: 'Ana', open: true })).toEqual({
      value: { module: 'tickets', id: 'a' },
    });
    expect(normalized('FlexRelate', { module: 'ghosts', id: 'a' })).toEqual(['module: not_a_module']);
    expect(normalized('FlexRelate', { module: 'tickets', id: 'a' }, {}, ['firms'])).toEqual(['module: not_a_module']);
    expect(normalized('FlexRelate', { id: 'a' })).toEqual(['module: required']);
    expect(normalized('FlexRelate', { module: 'tickets' })).toEqual(['id: required']);
    expect(normalized('FlexRelate', { module: 'tickets', id: 'a', x: 1 })).toEqual(['unknown_property']);
    expect(normalized('FlexRelate', 'a')).toEqual(['wrong_type']);
    expect(normalized('FlexRelate', null)).toEqual({ value: undefined });
    const twice = [
      { module: 'tickets', id: 'a' },
      { module: 'firms', id: 'a' },
      { module: 'tickets', id: 'a' },
    ];
    expect(normalized('MultiFlexRelate', twice)).toEqual({ value: twice.slice(0, 2) });
    expect(normalized('MultiFlexRelate', [{ module: 'x', id: 'a' }])).toEqual(['0.module: not_a_module']);
  });

  it('are compared by module and id', () => {
    expect(keysOf('FlexRelate', { module: 'tickets', id: 'a' })).toBe('tickets:a');
    expect(keysOf('FlexRelate', undefined)).toBeUndefined();
    expect(keysOf('MultiFlexRelate', [{ module: 'tickets', id: 'a' }])).toEqual(['tickets:a']);
    expect(formatted('FlexRelate', { module: 'tickets', id: 'a' })).toBe('tickets:a');
  });
});

describe('Module and MultiModule', () => {
  it('accept names of modules', () => {
    expect(normalized('Module', 'tickets')).toEqual({ value: 'tickets' });
    expect(normalized('Module', 'toString')).toEqual(['not_a_module']);
    expect(normalized('Module', 1)).toEqual(['wrong_type']);
    expect(normalized('MultiModule', ['tickets', 'tickets', 'firms'])).toEqual({ value: ['tickets', 'firms'] });
    expect(keysOf('Module', 'tickets')).toBe('tickets');
    expect(keysOf('MultiModule', [])).toBeUndefined();
    expect(formatted('MultiModule', ['tickets'])).toBe('tickets');
  });
});

describe('File', () => {
  it('is a path under /api/files', () => {
    expect(normalized('File', '/api/files/2026/cv_1.pdf')).toEqual({ value: '/api/files/2026/cv_1.pdf' });
    for (const bad of [
      '/api/files/../users',
      '/api/files/',
      '/etc/passwd',
      'https://x.co/api/files/a',
      '/api/files//a',
      '/api/files/a?b',
    ]) {
      expect(normalized('File', bad)).toEqual(['not_a_file']);
    }
    expect(keysOf('File', '/api/files/a.pdf')).toBe(1);
    expect(keysOf('File', null)).toBeUndefined();
    expect(formatted('File', '/api/files/2026/cv_1.pdf')).toBe('cv_1.pdf');
  });
});

describe('Object and Array', () => {
  const nest = (depth: number): unknown => JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`);

  it('accept any JSON that every store saves unchanged', () => {
    const value = { a: [1, null, { b: 'x\ny' }], c: true };
    expect(normalized('Object', value)).toEqual({ value });
    expect(normalized('Object', {})).toEqual({ value: {} });
    expect(normalized('Array', [[]])).toEqual({ value: [[]] });
    expect(normalized('Array', [])).toEqual({ value: undefined });
  });

  it.each([
    ['__proto__', JSON.parse('{"a":{"__proto__":{"b":1}}}')],
    ['constructor', { constructor: 1 }],
    ['$ne', { a: [{ $ne: 1 }] }],
    ['dotted', { 'a.b': 1 }],
    ['empty', { '': 1 }],
  ])('reject the name %s', (_name, value) => {
    expect(normalized('Object', value as never)).toEqual(['refused_name']);
  });

  it('have a maximum size', () => {
    expect(normalized('Array', nest(10_000) as never)).toEqual(['too_deep']);
    expect(normalized('Object', { a: 'é'.repeat(33_000) })).toEqual(['too_long']);
    expect(normalized('Object', { a: 'a'.repeat(65_528) })).toEqual({ value: { a: 'a'.repeat(65_528) } });
    expect(normalized('Object', { a: 'a'.repeat(65_529) })).toEqual(['too_long']);
    expect(normalized('Array', [Infinity])).toEqual(['not_a_number']);
    expect(normalized('Array', ['\uD800'])).toEqual(['malformed_text']);
    expect(normalized('Array', { a: 1 })).toEqual(['wrong_type']);
    expect(normalized('Object', [1])).toEqual(['wrong_type']);
  });

  it('have a key that only marks whether there is a value', () => {
    expect([keysOf('Object', {}), keysOf('Array', [1]), keysOf('Array', []), keysOf('Object', undefined)]).toEqual([
      1,
      1,
      undefined,
      undefined,
    ]);
    expect(formatted('Object', { a: 1 })).toBe('{"a":1}');
  });
});

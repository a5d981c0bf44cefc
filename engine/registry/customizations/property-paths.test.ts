import { describe, expect, it } from 'vitest';
import { escapePart, readProperty, replaceProperty } from './property-paths.ts';

const DEFINITION = {
  label: 'Tools',
  fields: [
    { id: 'tools_a', label: 'A' },
    { id: 'tools_b', label: 'B', options: [{ value: 'x/y', label: 'X' }] },
  ],
  tags: ['one', 'two'],
};

describe('The path of a property', () => {
  it('leads through objects, and through lists by the keys of their elements', () => {
    expect(readProperty(DEFINITION, '/label')).toBe('Tools');
    expect(readProperty(DEFINITION, '/fields/tools_b/label')).toBe('B');
    expect(readProperty(DEFINITION, `/fields/tools_b/options/${escapePart('x/y')}/label`)).toBe('X');
    expect(readProperty(DEFINITION, '/')).toBe(DEFINITION);
    for (const path of ['/nothing', '/fields/tools_c/label', '/tags/one', '/label/size'])
      expect(readProperty(DEFINITION, path)).toBeUndefined();
  });

  it('replaces, adds and removes a value in a copy', () => {
    expect(replaceProperty(DEFINITION, '/label', 'Goods')).toEqual({ ...DEFINITION, label: 'Goods' });
    expect(replaceProperty(DEFINITION, '/tags', undefined)).toEqual({ label: DEFINITION.label, fields: DEFINITION.fields });
    const [a, b] = DEFINITION.fields;
    expect(replaceProperty(DEFINITION, '/fields/tools_a/label', 'Alpha')).toEqual({ ...DEFINITION, fields: [{ ...a, label: 'Alpha' }, b] });
    expect(replaceProperty(DEFINITION, '/fields/tools_a', undefined)).toEqual({ ...DEFINITION, fields: [b] });
    const c = { id: 'tools_c', label: 'C' };
    expect(replaceProperty(DEFINITION, '/fields/tools_c', c)).toEqual({ ...DEFINITION, fields: [a, b, c] });
    expect(replaceProperty(DEFINITION, '/', undefined)).toBeUndefined();
    expect(DEFINITION.label).toBe('Tools');
  });
});

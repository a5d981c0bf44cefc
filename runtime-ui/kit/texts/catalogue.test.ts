import { describe, expect, it } from 'vitest';
import { createCatalogue } from './catalogue.ts';

describe('the catalogue of texts', () => {
  const catalogue = createCatalogue();
  catalogue.add('en', {
    actions: { save: 'Save' },
    greet: 'Welcome {{name}}',
    rows_one: '{{count}} row',
    rows_other: '{{count}} rows',
    only: 'English',
  });
  catalogue.add('de', { actions: { save: 'Sichern' }, rows_one: '{{count}} Zeile', rows_other: '{{count}} Zeilen' });

  it('returns the text of the language, or English if it is missing', () => {
    expect([catalogue.read('de', 'actions.save', {}), catalogue.read('de', 'only', {}), catalogue.read('fr', 'actions.save', {})]).toEqual([
      'Sichern',
      'English',
      'Save',
    ]);
  });

  it('fills in variables and leaves unknown ones visible', () => {
    expect(catalogue.read('en', 'greet', { name: '{{name}} <b>$&' })).toBe('Welcome {{name}} <b>$&');
    expect(catalogue.read('en', 'greet', {})).toBe('Welcome {{name}}');
    expect(catalogue.read('en', 'greet', { constructor: 'x' })).toBe('Welcome {{name}}');
  });

  it('selects plural forms by the rules of the language', () => {
    expect([1, 2, 0].map((count) => catalogue.read('en', 'rows', { count }))).toEqual(['1 row', '2 rows', '0 rows']);
    expect(catalogue.read('de', 'rows', { count: 1 })).toBe('1 Zeile');
    expect(['en', 'de'].map((language) => catalogue.read(language, 'rows', { count: 30_000 }))).toEqual(['30,000 rows', '30.000 Zeilen']);
  });

  it('returns the path of a missing text', () => {
    expect(catalogue.read('en', 'no.such', {})).toBe('no.such');
  });
});

import { describe, expect, it } from 'vitest';
import { fillNameTemplate, listUnknownFormats, readNameTemplate, splitName } from './name-template.ts';

const make = (template: string, record: { readonly [field: string]: string }) =>
  fillNameTemplate(readNameTemplate(template), (field) => record[field] ?? '');

describe('A name template', () => {
  it('replaces placeholders by the text of their fields', () => {
    expect(make('{person} – {ticket}', { person: 'Ann Lee', ticket: 'Broken lamp' })).toBe('Ann Lee – Broken lamp');
    expect(make('Case {number} ({kind})', { number: '7', kind: 'open' })).toBe('Case 7 (open)');
  });

  it('uses the first of several fields that is not empty', () => {
    expect(make('{kind} – {caller|firm}', { kind: 'Call', firm: 'Oak Library' })).toBe('Call – Oak Library');
    expect(make('{kind} – {caller|firm}', { kind: 'Call', caller: 'Ann Lee', firm: 'Oak Library' })).toBe('Call – Ann Lee');
  });

  it('omits an empty placeholder with the text before it', () => {
    expect(make('{person} – {ticket}', { person: 'Ann Lee' })).toBe('Ann Lee');
    expect(make('{person} – {ticket}', { ticket: 'Broken lamp' })).toBe('Broken lamp');
    expect(make('Case {number} – {kind}', { kind: 'open' })).toBe('open');
    expect(make('{person} – {ticket}', {})).toBeUndefined();
  });

  it('passes the format of a placeholder on, and lists formats that do not exist', () => {
    const template = readNameTemplate('{person}, {bought:day}, {weight|height:number} kg');
    expect(fillNameTemplate(template, (field, format) => `${field} ${format ?? 'plain'}`)).toBe(
      'person plain, bought day, weight number kg',
    );
    expect(template.fields).toEqual(['person', 'bought', 'weight', 'height']);
    expect(listUnknownFormats('{a:day} {b:long} {c}')).toEqual(['long']);
  });

  it('lists each field once, and limits the name to the length of a TextField', () => {
    expect(readNameTemplate('{a} {b|a}').fields).toEqual(['a', 'b']);
    expect([...(make('{a}', { a: '😀'.repeat(2_000) }) ?? '')]).toHaveLength(1_000);
  });
});

it('splits a name at its last word', () => {
  expect(splitName(' Ann  Mary Lee ')).toEqual({ first: 'Ann Mary', last: 'Lee' });
  expect(splitName('Lee')).toEqual({ first: undefined, last: 'Lee' });
});

import { describe, expect, it } from 'vitest';
import { fillNameTemplate, readNameTemplate } from './name-template.ts';

const make = (template: string, record: { readonly [field: string]: string }) => fillNameTemplate(readNameTemplate(template), (field) => record[field] ?? '');

describe('A name template', () => {
  it('puts the text of fields in their places', () => {
    expect(make('{person} – {job}', { person: 'Ann Lee', job: 'School nurse' })).toBe('Ann Lee – School nurse');
    expect(make('Case {number} ({kind})', { number: '7', kind: 'open' })).toBe('Case 7 (open)');
  });

  it('takes the first of several fields that holds something', () => {
    expect(make('{kind} – {lead|account}', { kind: 'Call', account: 'Oak School' })).toBe('Call – Oak School');
    expect(make('{kind} – {lead|account}', { kind: 'Call', lead: 'Ann Lee', account: 'Oak School' })).toBe('Call – Ann Lee');
  });

  it('leaves a place that holds nothing out, with the text before it', () => {
    expect(make('{person} – {job}', { person: 'Ann Lee' })).toBe('Ann Lee');
    expect(make('{person} – {job}', { job: 'School nurse' })).toBe('School nurse');
    expect(make('Case {number} – {kind}', { kind: 'open' })).toBe('open');
    expect(make('{person} – {job}', {})).toBeUndefined();
  });

  it('names each field once, and makes no more than a text holds', () => {
    expect(readNameTemplate('{a} {b|a}').fields).toEqual(['a', 'b']);
    expect([...(make('{a}', { a: '😀'.repeat(2_000) }) ?? '')]).toHaveLength(1_000);
  });
});

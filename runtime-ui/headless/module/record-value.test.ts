import { describe, expect, it } from 'vitest';
import { shortenName } from './record-value.ts';

describe('a composed name in a list of related records', () => {
  it('leaves out the record whose list it is, and what the columns show', () => {
    expect(shortenName('Ann Lee – Lamp – Joliet', 'Ann Lee', ['Joliet'])).toBe('Lamp');
    expect(shortenName('Ann Lee – Lamp', 'Lamp', [])).toBe('Ann Lee');
  });

  it('keeps what only the columns repeat, and a name of its own', () => {
    expect(shortenName('Ann Lee – Lamp', 'Ann Lee', ['Lamp'])).toBe('Lamp');
    expect(shortenName('Night shift', 'Ann Lee', ['Lamp'])).toBe('Night shift');
    expect(shortenName('Ann Lee', 'Ann Lee', [])).toBe('Ann Lee');
  });
});

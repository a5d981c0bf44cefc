import { expect, it } from 'vitest';
import { lowercaseLabel } from './lowercase-label.ts';

it.each([
  ['Books', 'books'],
  ['ISBN lists', 'ISBN lists'],
  ['Calendar Events', 'calendar events'],
  ['iPads', 'iPads'],
  ['E-mail', 'E-mail'],
  ['', ''],
])('%s within a sentence is %s', (label, text) => {
  expect(lowercaseLabel(label)).toBe(text);
});

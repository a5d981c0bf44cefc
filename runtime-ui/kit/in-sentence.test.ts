import { expect, it } from 'vitest';
import { inSentence } from './in-sentence.ts';

it.each([['Leads', 'leads'], ['PTO requests', 'PTO requests'], ['Calendar Events', 'calendar events'], ['iPads', 'iPads'], ['E-mail', 'E-mail'], ['', '']])('%s stands in a sentence as %s', (label, text) => {
  expect(inSentence(label)).toBe(text);
});

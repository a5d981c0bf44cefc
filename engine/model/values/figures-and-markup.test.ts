import { expect, it } from 'vitest';
import { escapeMarkup, formatFigure } from './index.ts';

it('A figure is written as people read it', () => {
  expect(formatFigure(1_204, 'number')).toBe('1,204');
  expect(formatFigure(0.125, 'percent')).toBe('12.5%');
  expect(formatFigure(48_920, 'money')).toBe('$48,920');
  expect(formatFigure(12.5, 'money')).toBe('$12.50');
});

it('A text in markup has no tag and ends no attribute', () => {
  expect(escapeMarkup(`<a b="c" d='e'>&`)).toBe('&lt;a b=&quot;c&quot; d=&#39;e&#39;&gt;&amp;');
});

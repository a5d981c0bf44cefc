import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { deriveTheme } from '../../runtime-ui/kit/themes/derive-theme.ts';
import { findTheme } from '../../runtime-ui/kit/themes/theme-table.ts';
import { listFiles, REPOSITORY_ROOT } from './sources.ts';

/** A style with a variable that nobody sets is left out by the browser: text without a colour, black boxes. */
it('Every variable that a style uses is set by the themes, by a style or by the page', () => {
  const files = listFiles().filter((file) => /^(runtime-ui|plugins)\//u.test(file));
  const read = (ending: string): string =>
    files
      .filter((file) => file.endsWith(ending))
      .map((file) => readFileSync(path.join(REPOSITORY_ROOT, file), 'utf8'))
      .join('\n');
  const css = read('.css');
  const namesIn = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, name = '']) => name);
  const set = new Set([
    ...Object.keys(deriveTheme(findTheme('light'))).map((name) => `--ms-${name}`),
    ...namesIn(css, /(--ms-[\w-]+):/gu),
    ...namesIn(read('.tsx'), /'(--ms-[\w-]+)'/gu),
  ]);
  const used = new Set(namesIn(css, /var\((--ms-[\w-]+)\)/gu));
  expect(used.size).toBeGreaterThan(50);
  expect([...used].filter((name) => !set.has(name))).toEqual([]);
});

import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { surfacesOf } from './derive-theme.ts';
import { findTheme, THEMES } from './theme-table.ts';

const script = readFileSync(new URL('../../public/first-paint.js', import.meta.url), 'utf8');

function paint(getItem: () => string | null): { backgroundColor: string; colorScheme: string } {
  const style = { backgroundColor: '', colorScheme: '' };
  runInNewContext(script, { localStorage: { getItem }, document: { documentElement: { style } } });
  return style;
}

function expected(name: string) {
  const row = findTheme(name);
  return { backgroundColor: surfacesOf(row).bg, colorScheme: row.scheme };
}

describe('the first paint, before the application is loaded,', () => {
  it.each(THEMES.map((row) => row.name))('uses the surface and scheme of %s', (name) => {
    expect(paint(() => name)).toEqual(expected(name));
  });

  it('is light if nothing was chosen, for a removed theme, and without storage', () => {
    const refuse = () => {
      throw new Error('forbidden');
    };
    for (const read of [() => null, () => 'gone', () => 'constructor', refuse]) expect(paint(read)).toEqual(expected('light'));
  });
});

import { beforeAll, describe, expect, it } from 'vitest';
import { LAZY_TEXTS } from '../../runtime-ui/kit/texts/lazy/lazy-texts.ts';
import { buildUi } from './build-ui.ts';
import { BUDGETS, BUILT_SHELL, readBundleSizes, readCode, readFirstCode } from './bundle-budget.ts';

const pathsOf = (texts: object, prefix = ''): string[] =>
  Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [`${prefix}${key.replace(/_(zero|one|other)$/, '')}`] : pathsOf(value as object, `${prefix}${key}.`),
  );

describe('The gzipped JavaScript sent to a browser', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await buildUi('production');
  });

  it(`is at most ${BUILT_SHELL} bytes up to the shell, and ${BUDGETS.grid} up to the first grid`, () => {
    const { shell, grid } = readBundleSizes(folder);
    expect(shell).toBeLessThanOrEqual(BUILT_SHELL);
    expect(grid).toBeLessThanOrEqual(BUDGETS.grid);
    // The grid is not part of the shell; otherwise it would be measured twice or not at all.
    expect(grid - shell).toBeGreaterThan(100_000);
  });

  it('contains no schemas of definitions, messages or validators: only the server needs them', () => {
    const code = readCode(folder);
    expect(code).toContain('/api/live');
    // The marks of typebox (its schemas) and of ajv.
    expect(['~kind', 'must NOT have'].filter((mark) => code.includes(mark))).toEqual([]);
  });

  it('contains no texts that are loaded later', () => {
    const code = readFirstCode(folder);
    expect(code).toContain('views.list.create');
    expect(pathsOf(LAZY_TEXTS).filter((key) => ['"', "'", '`'].some((quote) => code.includes(`${quote}${key}${quote}`)))).toEqual([]);
  });
});

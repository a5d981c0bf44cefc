import { describe, expect, it } from 'vitest';
import { readPublicExports } from './public-exports.ts';

/**
 * The maximum number of exports. Everything exported here must stay compatible with the plugins that use it: raise a number
 * only for what a plugin needs.
 */
const MAX_EXPORTS: Readonly<Record<string, number>> = { 'engine/index.ts': 88, 'engine/model/index.ts': 39, 'runtime-ui/index.ts': 67 };

describe('the public entry points', () => {
  const entryPoints = readPublicExports();

  it('have a docstring for each export and for each member of an exported type', () => {
    expect(Object.fromEntries(entryPoints.map(({ file, undocumented }) => [file, undocumented]))).toEqual({
      'engine/index.ts': [],
      'engine/model/index.ts': [],
      'runtime-ui/index.ts': [],
    });
  });

  it('export what plugins need, and no more', () => {
    const tooMany = entryPoints.filter(({ file, names }) => names.length === 0 || names.length > (MAX_EXPORTS[file] ?? 0));
    expect(tooMany.map(({ file, names }) => ({ file, exports: names.length }))).toEqual([]);
  });
});

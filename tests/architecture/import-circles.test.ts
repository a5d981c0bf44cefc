import { expect, it } from 'vitest';
import { findImportCircles, readImportGraph } from './import-circles.ts';
import { listSources } from './sources.ts';

it('has no import circles inside a package', () => {
  expect(findImportCircles(readImportGraph(listSources()))).toEqual([]);
});

it('finds each circle once, by its shortest chain', () => {
  const graph = new Map([
    ['a.ts', ['b.ts', 'e.ts']],
    ['b.ts', ['c.ts', 'd.ts']],
    ['c.ts', ['a.ts']],
    ['d.ts', ['b.ts']],
    ['e.ts', ['e.ts']],
  ]);
  expect(findImportCircles(graph)).toEqual(['a.ts -> b.ts -> c.ts -> a.ts', 'b.ts -> d.ts -> b.ts', 'e.ts -> e.ts']);
});

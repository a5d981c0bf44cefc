import { describe, expect, it } from 'vitest';
import type { ImportRowView } from '#engine/model/wire';
import { findNextProblem, listProblems } from './find-problem.ts';

function row(number: number, wrong: readonly number[], problems: readonly string[] = []): ImportRowView {
  const problem = { code: 'wrong', text: 'Wrong', suggestions: [], sameText: 1 };
  return {
    row: number,
    state: 'problem',
    record: null,
    cells: [0, 1, 2].map((column) => ({
      ...{ column, text: '', shown: null, was: null, isCorrected: false },
      problem: wrong.includes(column) ? problem : null,
    })),
    problems: problems.map((text) => ({ field: null, code: 'wrong', text })),
  };
}

const ROWS = [row(2, [1]), row(3, [], ['Matches two']), row(5, [0, 2])];

describe('The next problem', () => {
  it('is that of the row as a whole first, then that of its cells in order', () => {
    expect(listProblems(ROWS)).toEqual([
      { row: 2, column: 1 },
      { row: 3, column: null },
      { row: 5, column: 0 },
      { row: 5, column: 2 },
    ]);
    expect(findNextProblem(ROWS, undefined)).toEqual({ row: 2, column: 1 });
    expect(findNextProblem(ROWS, { row: 2, column: 1 })).toEqual({ row: 3, column: null });
    expect(findNextProblem(ROWS, { row: 5, column: 2 })).toBeUndefined();
  });

  it('is found from a cell that has none any more', () => {
    expect(findNextProblem(ROWS, { row: 2, column: 0 })).toEqual({ row: 2, column: 1 });
    expect(findNextProblem(ROWS, { row: 5, column: 1 })).toEqual({ row: 5, column: 2 });
    expect(findNextProblem(ROWS, { row: 4, column: 0 })).toEqual({ row: 5, column: 0 });
    expect(findNextProblem([], { row: 1, column: 0 })).toBeUndefined();
  });
});

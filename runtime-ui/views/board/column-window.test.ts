import { describe, expect, it } from 'vitest';
import { COLUMN_PAGE_SIZE, computeWindow, type PageHeights } from './column-window.ts';

const NOTHING: PageHeights = new Map();
const HEIGHT = COLUMN_PAGE_SIZE * 100;
const drawn = (...pages: readonly number[]): PageHeights => new Map(pages.map((page) => [page, HEIGHT] as const));

describe('computeWindow', () => {
  it('returns the only page of a short or empty column', () => {
    expect(computeWindow(12, NOTHING, { top: 0, height: 700 })).toEqual({ first: 0, last: 0, above: 0, below: 0 });
    expect(computeWindow(0, NOTHING, { top: 0, height: 700 })).toEqual({ first: 0, last: 0, above: 0, below: 0 });
  });

  it('returns the pages near the viewport, with spacer heights for the rest', () => {
    expect(computeWindow(3_000, drawn(0), { top: 0, height: 700 })).toEqual({ first: 0, last: 0, above: 0, below: 99 * HEIGHT });
    expect(computeWindow(3_000, drawn(0), { top: 1_600, height: 700 })).toEqual({ first: 0, last: 1, above: 0, below: 98 * HEIGHT });
    expect(computeWindow(3_000, drawn(0), { top: 50 * HEIGHT + 1_200, height: 700 })).toEqual({
      first: 50,
      last: 50,
      above: 50 * HEIGHT,
      below: 49 * HEIGHT,
    });
  });

  it('uses measured heights, and estimates the others from them', () => {
    const known = new Map([
      [0, 6_000],
      [1, 4_500],
    ]);
    expect(computeWindow(90, known, { top: 0, height: 700 })).toEqual({ first: 0, last: 0, above: 0, below: 4_500 + 5_250 });
    expect(computeWindow(75, known, { top: 9_600, height: 700 })).toMatchObject({ first: 1, last: 2, above: 6_000, below: 0 });
  });

  it('includes the rendered pages that it is given, and ends at the end of a shortened column', () => {
    const from = computeWindow(3_000, drawn(0), { top: 0, height: 700 });
    expect(computeWindow(3_000, drawn(0), { top: 5 * HEIGHT, height: 700 }, from)).toMatchObject({ first: 0, last: 5, above: 0 });
    expect(computeWindow(40, drawn(0), { top: 50 * HEIGHT, height: 700 }, { first: 40, last: 60, above: 0, below: 0 })).toEqual({
      first: 1,
      last: 1,
      above: HEIGHT,
      below: 0,
    });
  });
});

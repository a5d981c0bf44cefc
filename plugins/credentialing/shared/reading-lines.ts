import type { PageWord, ReadPage } from './reading.ts';

/** Words beside each other without a large gap, from left to right. */
export interface Segment {
  readonly page: ReadPage;
  readonly words: readonly PageWord[];
  /** The words with a space between them. */
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** A line of a page: its segments from left to right, such as the columns of a form. */
export type Line = readonly Segment[];

/** A gap of so many heights of the line begins another column. */
const COLUMN_GAP = 1.3;

/** The lines of a page from top to bottom. */
export function listLines(page: ReadPage): readonly Line[] {
  const rows: PageWord[][] = [];
  for (const word of [...page.words].sort((one, two) => middleOf(one) - middleOf(two))) {
    const row = rows.at(-1);
    const last = row?.at(-1);
    if (row !== undefined && last !== undefined && isSameRow(last, word)) row.push(word);
    else rows.push([word]);
  }
  return rows.map((row) =>
    splitRow(
      page,
      row.sort((one, two) => one.left - two.left),
    ),
  );
}

function middleOf({ top, bottom }: PageWord): number {
  return (top + bottom) / 2;
}

function isSameRow(one: PageWord, two: PageWord): boolean {
  const height = Math.min(one.bottom - one.top, two.bottom - two.top);
  return Math.abs(middleOf(one) - middleOf(two)) < height / 2;
}

function splitRow(page: ReadPage, row: readonly PageWord[]): Line {
  const groups: PageWord[][] = [];
  let end = -Infinity;
  for (const word of row) {
    if (word.left - end > COLUMN_GAP * (word.bottom - word.top)) groups.push([]);
    groups.at(-1)?.push(word);
    end = word.right;
  }
  return groups.map((words) => createSegment(page, words));
}

function createSegment(page: ReadPage, words: readonly PageWord[]): Segment {
  return {
    page,
    words,
    text: words.map(({ text }) => text).join(' '),
    left: Math.min(...words.map(({ left }) => left)),
    right: Math.max(...words.map(({ right }) => right)),
    top: Math.min(...words.map(({ top }) => top)),
    bottom: Math.max(...words.map(({ bottom }) => bottom)),
  };
}

/** The part of a segment that is this part of its text. */
export function cutSegment({ page, words }: Segment, start: number, end: number): Segment | undefined {
  let at = 0;
  const inside = words.filter(({ text }) => {
    const from = at;
    at += text.length + 1;
    return from < end && from + text.length > start;
  });
  return inside.length === 0 ? undefined : createSegment(page, inside);
}

/** Lines above a value that can have its label. */
const MOST_LINES = 2;
/** Heights of the line between a value and the label above it. */
const MOST_GAP = 2.5;

/** A line among the lines of its page, with one of its segments. */
export interface SegmentPlace {
  readonly lines: readonly Line[];
  readonly line: number;
  readonly segment: number;
}

/** The segment directly above (-1) or below (1) another one. */
export function findNeighbor({ lines, line, segment }: SegmentPlace, step: -1 | 1): Segment | undefined {
  const own = lines[line]?.[segment];
  if (own === undefined) return undefined;
  const height = own.bottom - own.top;
  for (let distance = 1; distance <= MOST_LINES; distance += 1) {
    const found = lines[line + step * distance]?.find((one) => one.left < own.right && one.right > own.left);
    if (found === undefined) continue;
    const gap = step === 1 ? found.top - own.bottom : own.top - found.bottom;
    return gap <= MOST_GAP * Math.max(height, found.bottom - found.top) ? found : undefined;
  }
  return undefined;
}

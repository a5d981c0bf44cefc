import { compareNames, splitName } from './evidence-names.ts';
import { findDates } from './reading-dates.ts';
import { findLabels, type FoundLabel } from './reading-labels.ts';
import { cutSegment, findNeighbor, listLines, type Line, type Segment, type SegmentPlace } from './reading-lines.ts';
import { isNpi, normalizeNumber, READING_FIELDS, type ReadingProposal, type ReadPage } from './reading.ts';

/** What the reader knows besides the page. */
export interface ReadingHints {
  /** The name of the provider; empty: unknown. */
  readonly name: string;
  /** Today, as `YYYY-MM-DD`. */
  readonly today: string;
}

/** Proposals of one field. */
const MOST_PROPOSALS = 3;
/** How sure it is that a value is about its field. */
const SURE = { labelled: 0.98, above: 0.95, known: 0.98, unlabelled: 0.4 } as const;

type Found = Omit<ReadingProposal, 'page' | 'box' | 'confidence'> & { readonly segment: Segment; readonly sure: number };

/** The values of pages that a person may accept, the surest of each field first. */
export function proposeValues(pages: readonly ReadPage[], hints: ReadingHints): readonly ReadingProposal[] {
  const found = pages.flatMap((page) => {
    const lines = listLines(page);
    return [...eachSegment(lines)].flatMap((place) => readSegment(place, hints));
  });
  const proposals = found.map(toProposal).sort((one, two) => two.confidence - one.confidence);
  return READING_FIELDS.flatMap((field) => {
    const byValue = new Map<string, ReadingProposal>();
    for (const one of proposals) if (one.field === field && !byValue.has(one.value)) byValue.set(one.value, one);
    return [...byValue.values()].slice(0, MOST_PROPOSALS);
  });
}

function* eachSegment(lines: readonly Line[]): Generator<SegmentPlace> {
  for (const [line, segments] of lines.entries()) for (const segment of segments.keys()) yield { lines, line, segment };
}

function readSegment(place: SegmentPlace, hints: ReadingHints): readonly Found[] {
  const segment = place.lines[place.line]?.[place.segment];
  if (segment === undefined) return [];
  const labels = findLabels(segment.text);
  return [...readDates(place, segment, labels, hints), ...readNumbers(place, segment, labels), ...readName(place, segment, labels, hints)];
}

function readDates(place: SegmentPlace, segment: Segment, labels: readonly FoundLabel[], { today }: ReadingHints): readonly Found[] {
  return findDates(segment.text).flatMap(({ day, lastDay, start, end }): readonly Found[] => {
    const part = cutSegment(segment, start, end);
    if (part === undefined) return [];
    const { label, sure } = labelOf(place, labels, start, ['issue_date', 'end_date', undefined]);
    if (label === undefined) return day > today ? [{ field: 'end_date', value: lastDay, label: '', segment: part, sure }] : [];
    if (label.field === 'issue_date') return [{ field: 'issue_date', value: day, label: label.text, segment: part, sure }];
    return label.field === 'end_date' ? [{ field: 'end_date', value: lastDay, label: label.text, segment: part, sure }] : [];
  });
}

/** The label of a value: before it in its segment, left of that, or above it. */
function labelOf(
  place: SegmentPlace,
  labels: readonly FoundLabel[],
  start: number,
  fields: readonly FoundLabel['field'][],
): { readonly label: FoundLabel | undefined; readonly sure: number } {
  const fits = ({ field }: FoundLabel): boolean => fields.includes(field);
  const before = labels.filter((label) => label.end <= start + 1 && fits(label)).at(-1);
  if (before !== undefined) return { label: before, sure: SURE.labelled };
  const left = place.lines[place.line]?.[place.segment - 1];
  const beside = left === undefined ? undefined : findLabels(left.text).filter(fits).at(-1);
  // A label with its own value is not that of the next column.
  if (left !== undefined && beside !== undefined && !/\d/.test(left.text.slice(beside.end))) return { label: beside, sure: SURE.labelled };
  const above = findNeighbor(place, -1);
  const over = above === undefined ? undefined : findLabels(above.text).filter(fits).at(-1);
  return over === undefined || /\d/.test(above?.text.slice(over.end) ?? '')
    ? { label: undefined, sure: SURE.unlabelled }
    : { label: over, sure: SURE.above };
}

const NUMBER = /^[\s:#]*((?:[A-Z]{1,5}[ .-]?)?\d[A-Z0-9]*(?:[ .-](?=[A-Z0-9]*\d)[A-Z0-9]+)*)(?![A-Z0-9/])/i;
const [LEAST_DIGITS, MOST_CHARACTERS] = [4, 24];

/** Numbers with a label: after it, in the next column, or below it. */
function readNumbers(place: SegmentPlace, segment: Segment, labels: readonly FoundLabel[]): readonly Found[] {
  return labels.flatMap((label): readonly Found[] => {
    if (label.field !== 'number' && label.field !== 'npi') return [];
    const rest = segment.text.slice(label.end);
    const [value, part, sure] =
      rest.trim() === '' ? readBeside(place) : ([readNumber(rest), cutNumber(segment, label.end), SURE.labelled] as const);
    if (value === undefined || part === undefined) return [];
    const isProvider = label.field === 'npi' || isNpi(normalizeNumber(value));
    return [
      { field: isProvider ? 'npi' : 'number', value: isProvider ? normalizeNumber(value) : value, label: label.text, segment: part, sure },
    ];
  });
}

type Beside = readonly [value: string | undefined, part: Segment | undefined, sure: number];

function readBeside(place: SegmentPlace): Beside {
  const right = place.lines[place.line]?.[place.segment + 1];
  const value = right === undefined ? undefined : readNumber(right.text);
  if (right !== undefined && value !== undefined) return [value, cutNumber(right, 0), SURE.labelled];
  const below = findNeighbor(place, 1);
  return below === undefined ? [undefined, undefined, 0] : [readNumber(below.text), cutNumber(below, 0), SURE.above];
}

/** A number at the beginning of a text; a day is none. */
function readNumber(text: string): string | undefined {
  const [, value = ''] = NUMBER.exec(text) ?? [];
  const isDay = findDates(text.trimStart()).some(({ start }) => start < value.length);
  return !isDay && value.length <= MOST_CHARACTERS && value.replace(/\D/g, '').length >= LEAST_DIGITS ? value : undefined;
}

function cutNumber(segment: Segment, from: number): Segment | undefined {
  const match = NUMBER.exec(segment.text.slice(from));
  if (match === null) return undefined;
  const start = from + match[0].length - (match[1]?.length ?? 0);
  return cutSegment(segment, start, from + match[0].length);
}

/** The name of the provider where it is written; another name where a label says that it is one. */
function readName(place: SegmentPlace, segment: Segment, labels: readonly FoundLabel[], { name }: ReadingHints): readonly Found[] {
  const known = findKnownName(segment, name);
  if (known !== undefined) return [{ field: 'name', value: known.text, label: '', segment: known, sure: SURE.known }];
  return labels.flatMap((label): readonly Found[] => {
    if (label.field !== 'name') return [];
    const own = segment.text.slice(label.end).trim() === '' ? undefined : cutSegment(segment, label.end + 1, segment.text.length);
    const part = own ?? place.lines[place.line]?.[place.segment + 1] ?? findNeighbor(place, 1);
    if (part === undefined || !isNameLike(part.text)) return [];
    return [{ field: 'name', value: part.text, label: label.text, segment: part, sure: own === undefined ? SURE.above : SURE.labelled }];
  });
}

/** The words of a segment from the first to the last one that belong to the name. */
function findKnownName(segment: Segment, name: string): Segment | undefined {
  const parts = splitName(name);
  if (parts.length < 2) return undefined;
  const matching = segment.words.flatMap(({ text }, index) => (splitName(text).some((word) => parts.includes(word)) ? [index] : []));
  const [first, last] = [matching[0] ?? 0, matching.at(-1) ?? 0];
  // A middle name or two may be between them.
  if (matching.length < 2 || last - first > parts.length + 1) return undefined;
  const words = segment.words.slice(first, last + 1);
  const start = segment.words.slice(0, first).reduce((sum, { text }) => sum + text.length + 1, 0);
  const part = cutSegment(segment, start, start + words.map(({ text }) => text).join(' ').length);
  return part !== undefined && compareNames(part.text, name) !== 'different' ? part : undefined;
}

const [LEAST_WORDS, MOST_WORDS] = [2, 5];

function isNameLike(text: string): boolean {
  const words = splitName(text);
  return words.length >= LEAST_WORDS && words.length <= MOST_WORDS && !/\d/.test(text) && /^\p{Lu}/u.test(text);
}

function toProposal({ segment, sure, ...found }: Found): ReadingProposal {
  const { page } = segment;
  const read = Math.min(...segment.words.map(({ confidence }) => confidence));
  return {
    ...found,
    page: page.number,
    box: {
      x: round(segment.left / page.width),
      y: round(segment.top / page.height),
      width: round((segment.right - segment.left) / page.width),
      height: round((segment.bottom - segment.top) / page.height),
    },
    confidence: round(read * sure),
  };
}

function round(value: number): number {
  return Math.round(Math.min(1, Math.max(0, value)) * 10_000) / 10_000;
}

import type { JsonValue } from '#engine/model/values';
import { isObject } from '../../../headless/index.ts';

/** A line of a comparison: in both, only before, or only after. */
export interface DiffLine {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
}

/** Lines that are shown together; `skipped`: the equal lines before them that are not shown. */
export interface DiffHunk {
  readonly skipped: number;
  readonly lines: readonly DiffLine[];
}

/** Equal lines around each difference. */
const CONTEXT = 3;
/** Lines that differ, up to which the shortest comparison is looked for. */
const MAX_DISTANCE = 1_500;

/** What differs between two definitions, as lines of JSON with some equal lines around. Empty: nothing. */
export function diffJson(before: JsonValue, after: JsonValue): readonly DiffHunk[] {
  const write = (value: JsonValue): readonly string[] => (value === null ? [] : JSON.stringify(value, undefined, 2).split('\n'));
  return toHunks(diffLines(write(before), write(alignKeys(after, before))));
}

/** A value with its properties in the order of another value, so that only real differences remain. */
function alignKeys(value: JsonValue, model: JsonValue): JsonValue {
  if (Array.isArray(value)) {
    const others = Array.isArray(model) ? (model as readonly JsonValue[]) : [];
    return (value as readonly JsonValue[]).map((one, index) =>
      alignKeys(one, others.find((other) => isSame(one, other)) ?? others[index] ?? null),
    );
  }
  if (!isObject(value) || !isObject(model)) return value;
  const names = [
    ...Object.keys(model).filter((name) => Object.hasOwn(value, name)),
    ...Object.keys(value).filter((name) => !Object.hasOwn(model, name)),
  ];
  return Object.fromEntries(names.map((name) => [name, alignKeys(value[name] ?? null, model[name] ?? null)]));
}

function isSame(one: JsonValue, other: JsonValue): boolean {
  const [first, second] = [idOf(one), idOf(other)];
  return first !== undefined && first === second;
}

function idOf(value: JsonValue): JsonValue | undefined {
  return isObject(value) ? (value['id'] ?? value['fieldName'] ?? value['value']) : undefined;
}

/** The shortest comparison of two lists of lines (Myers); of very different ones, all lines of both. */
export function diffLines(before: readonly string[], after: readonly string[]): readonly DiffLine[] {
  let [start, beforeEnd, afterEnd] = [0, before.length, after.length];
  while (start < beforeEnd && start < afterEnd && before[start] === after[start]) start += 1;
  while (beforeEnd > start && afterEnd > start && before[beforeEnd - 1] === after[afterEnd - 1]) {
    beforeEnd -= 1;
    afterEnd -= 1;
  }
  const same = (lines: readonly string[]): readonly DiffLine[] => lines.map((text) => ({ kind: 'same', text }));
  return [
    ...same(before.slice(0, start)),
    ...compare(before.slice(start, beforeEnd), after.slice(start, afterEnd)),
    ...same(before.slice(beforeEnd)),
  ];
}

function compare(before: readonly string[], after: readonly string[]): readonly DiffLine[] {
  const steps = findSteps(before, after);
  if (steps !== undefined) return steps;
  return [...before.map((text): DiffLine => ({ kind: 'removed', text })), ...after.map((text): DiffLine => ({ kind: 'added', text }))];
}

function findSteps(before: readonly string[], after: readonly string[]): readonly DiffLine[] | undefined {
  const reached = new Map<number, number>([[1, 0]]);
  const history: ReadonlyMap<number, number>[] = [];
  const most = Math.min(before.length + after.length, MAX_DISTANCE);
  for (let distance = 0; distance <= most; distance += 1) {
    history.push(new Map(reached));
    for (let diagonal = -distance; diagonal <= distance; diagonal += 2) {
      let x = isDown(reached, diagonal, distance) ? (reached.get(diagonal + 1) ?? 0) : (reached.get(diagonal - 1) ?? 0) + 1;
      while (x < before.length && x - diagonal < after.length && before[x] === after[x - diagonal]) x += 1;
      reached.set(diagonal, x);
      if (x >= before.length && x - diagonal >= after.length) return walkBack(before, after, history);
    }
  }
  return undefined;
}

function isDown(reached: ReadonlyMap<number, number>, diagonal: number, distance: number): boolean {
  if (diagonal === -distance) return true;
  return diagonal !== distance && (reached.get(diagonal - 1) ?? -1) < (reached.get(diagonal + 1) ?? -1);
}

function walkBack(
  before: readonly string[],
  after: readonly string[],
  history: readonly ReadonlyMap<number, number>[],
): readonly DiffLine[] {
  const lines: DiffLine[] = [];
  let [x, y] = [before.length, after.length];
  for (let distance = history.length - 1; distance >= 0; distance -= 1) {
    const reached = history[distance] ?? new Map<number, number>();
    const diagonal = x - y;
    const down = isDown(reached, diagonal, distance);
    const previous = down ? diagonal + 1 : diagonal - 1;
    const previousX = distance === 0 ? 0 : (reached.get(previous) ?? 0);
    const previousY = distance === 0 ? 0 : previousX - previous;
    while (x > previousX && y > previousY) {
      lines.push({ kind: 'same', text: before[x - 1] ?? '' });
      x -= 1;
      y -= 1;
    }
    if (distance === 0) break;
    lines.push(down ? { kind: 'added', text: after[y - 1] ?? '' } : { kind: 'removed', text: before[x - 1] ?? '' });
    [x, y] = [previousX, previousY];
  }
  return lines.reverse();
}

function toHunks(lines: readonly DiffLine[]): readonly DiffHunk[] {
  const isNear = lines.map((_, index) =>
    lines.slice(Math.max(0, index - CONTEXT), index + CONTEXT + 1).some(({ kind }) => kind !== 'same'),
  );
  const hunks: { skipped: number; lines: DiffLine[] }[] = [];
  let skipped = 0;
  for (const [index, line] of lines.entries()) {
    if (isNear[index] !== true) skipped += 1;
    else {
      if (hunks.length === 0 || isNear[index - 1] !== true) hunks.push({ skipped, lines: [] });
      hunks.at(-1)?.lines.push(line);
      skipped = 0;
    }
  }
  return hunks;
}

import type { DocumentPage, InputPlace } from '../../shared/document.ts';

/** Points within which an edge snaps to another. */
const SNAP_DISTANCE = 4;
/** The smallest input, in points. */
export const SMALLEST = 8;

/** A line that shows with what an input is aligned. */
export interface AlignLine {
  /** `x`: it is vertical. */
  readonly axis: 'x' | 'y';
  /** Points from the left or the top. */
  readonly at: number;
  /** Label of the other input; undefined: the middle of the page. */
  readonly label: string | undefined;
}

/** An input that others snap to. */
export interface SnapTarget {
  readonly label: string;
  readonly place: InputPlace;
}

type Size = Pick<DocumentPage, 'width' | 'height'>;

const limit = (value: number, least: number, most: number): number => Math.max(least, Math.min(value, most));
const round = (value: number): number => Math.round(value * 10) / 10;

/** The place inside its page, with at least the smallest size, in tenths of a point. */
export function fitOnPage(place: InputPlace, page: Size): InputPlace {
  const width = limit(place.width, SMALLEST, page.width);
  const height = limit(place.height, SMALLEST, page.height);
  return {
    x: round(limit(place.x, 0, page.width - width)),
    y: round(limit(place.y, 0, page.height - height)),
    width: round(width),
    height: round(height),
  };
}

const startOf = (axis: 'x' | 'y', place: InputPlace): number => place[axis];
const sizeOf = (axis: 'x' | 'y', place: InputPlace): number => (axis === 'x' ? place.width : place.height);
/** The positions of the start, the middle and the end. */
function edgesOf(axis: 'x' | 'y', place: InputPlace): readonly number[] {
  const [start, size] = [startOf(axis, place), sizeOf(axis, place)];
  return [start, start + size / 2, start + size];
}

interface Snap {
  readonly by: number;
  readonly line: AlignLine;
}

function findSnap(axis: 'x' | 'y', place: InputPlace, page: Size, targets: readonly SnapTarget[]): Snap | undefined {
  const middle = (axis === 'x' ? page.width : page.height) / 2;
  const lines = [
    ...targets.flatMap(({ label, place: other }) => edgesOf(axis, other).map((at) => ({ at, label }))),
    { at: middle, label: undefined },
  ];
  let best: Snap | undefined;
  for (const { at, label } of lines)
    for (const edge of edgesOf(axis, place)) {
      const by = at - edge;
      if (Math.abs(by) <= SNAP_DISTANCE && (best === undefined || Math.abs(by) < Math.abs(best.by)))
        best = { by, line: { axis, at, label } };
    }
  return best;
}

/** Moves a place to the nearest edges and middles of other inputs, and says with which it is aligned. */
export function snapPlace(
  place: InputPlace,
  page: Size,
  targets: readonly SnapTarget[],
): { readonly place: InputPlace; readonly lines: readonly AlignLine[] } {
  const snaps = (['x', 'y'] as const).map((axis) => findSnap(axis, place, page, targets));
  const [x, y] = snaps;
  return {
    place: fitOnPage({ ...place, x: place.x + (x?.by ?? 0), y: place.y + (y?.by ?? 0) }, page),
    lines: snaps.flatMap((snap) => (snap === undefined ? [] : [snap.line])),
  };
}

/** Where inputs are aligned. */
export const ALIGNMENTS = ['left', 'center', 'right', 'top', 'middle', 'bottom'] as const;
export type Alignment = (typeof ALIGNMENTS)[number];

/** Aligns one input with its page, and several with each other. */
export function alignPlaces(places: readonly InputPlace[], alignment: Alignment, page: Size): readonly InputPlace[] {
  const axis = alignment === 'left' || alignment === 'center' || alignment === 'right' ? 'x' : 'y';
  const all = places.length === 1 ? [{ x: 0, y: 0, width: page.width, height: page.height }] : places;
  const start = Math.min(...all.map((place) => startOf(axis, place)));
  const end = Math.max(...all.map((place) => startOf(axis, place) + sizeOf(axis, place)));
  const toStart = (size: number): number => {
    if (alignment === 'left' || alignment === 'top') return start;
    return alignment === 'right' || alignment === 'bottom' ? end - size : (start + end - size) / 2;
  };
  return places.map((place) => fitOnPage({ ...place, [axis]: toStart(sizeOf(axis, place)) }, page));
}

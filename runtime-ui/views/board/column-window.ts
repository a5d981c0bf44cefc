/** Cards of a lane that are read at a time. */
export const COLUMN_PAGE_SIZE = 30;
/** How far beyond what is in sight cards are drawn, in CSS pixels: a turn of the wheel finds them there. */
const OVERSCAN_PX = 800;
/** Height of a card with its gap, where none of its lane was drawn yet. */
const DEFAULT_CARD_HEIGHT = 98;

/** What of a lane is in sight, in CSS pixels from where its cards begin. */
export interface ColumnViewport {
  readonly top: number;
  readonly height: number;
}

/** Heights of the pages of a lane that were drawn, by page. */
export type PageHeights = ReadonlyMap<number, number>;

/** The pages of a lane that are drawn, from 0, and the room that the others take above and below. */
export interface ColumnWindow {
  readonly first: number;
  readonly last: number;
  readonly above: number;
  readonly below: number;
}

/** The height of every page: as it was drawn, else as high as the cards that were. */
function heightsOf(count: number, known: PageHeights): number[] {
  const pages = Math.max(1, Math.ceil(count / COLUMN_PAGE_SIZE));
  const cardsOf = (page: number) => Math.min(COLUMN_PAGE_SIZE, Math.max(1, count - page * COLUMN_PAGE_SIZE));
  let [cards, height] = [0, 0];
  for (const [page, one] of known) {
    if (page >= pages) continue;
    cards += cardsOf(page);
    height += one;
  }
  const card = cards === 0 ? DEFAULT_CARD_HEIGHT : height / cards;
  return Array.from({ length: pages }, (_, page) => known.get(page) ?? card * cardsOf(page));
}

const sumOf = (heights: readonly number[]): number => Math.round(heights.reduce((sum, height) => sum + height, 0));

/** Which pages of a lane of so many cards are drawn: those in sight and near it. `kept` are drawn too, with what lies between. */
export function computeWindow(count: number, known: PageHeights, viewport: ColumnViewport, rendered?: ColumnWindow): ColumnWindow {
  const heights = heightsOf(count, known);
  const end = heights.length - 1;
  let bottom = 0;
  // A lane that has become shorter may be scrolled beyond its end.
  let [first, last] = [end, end];
  heights.forEach((height, page) => {
    const top = bottom;
    bottom += height;
    if (bottom > viewport.top - OVERSCAN_PX) first = Math.min(first, page);
    if (top >= viewport.top + viewport.height + OVERSCAN_PX) last = Math.min(last, page - 1);
  });
  first = Math.min(first, rendered?.first ?? end);
  last = Math.max(first, last, Math.min(end, rendered?.last ?? 0));
  return { first, last, above: sumOf(heights.slice(0, first)), below: sumOf(heights.slice(last + 1)) };
}

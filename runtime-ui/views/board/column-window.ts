/** Number of cards per page of a column. */
export const COLUMN_PAGE_SIZE = 30;
/** How far outside the viewport cards are rendered, in CSS pixels, so that a turn of the mouse wheel shows rendered cards. */
const OVERSCAN_PX = 800;
/** Height of a card including its gap, in CSS pixels, until a page of the column was measured. */
const DEFAULT_CARD_HEIGHT = 98;

/** The visible part of a column, in CSS pixels from its first card. */
export interface ColumnViewport {
  readonly top: number;
  readonly height: number;
}

/** Measured heights of the rendered pages of a column, by page. */
export type PageHeights = ReadonlyMap<number, number>;

/** The rendered pages of a column, from 0, and the heights of the spacers above and below. */
export interface ColumnWindow {
  readonly first: number;
  readonly last: number;
  readonly above: number;
  readonly below: number;
}

/** The height of each page: measured, or else estimated from the average card height. */
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

/**
 * The pages to render in a column with `count` cards: those in or near the viewport. The pages of `rendered`, and all between, are included
 * too.
 */
export function computeWindow(count: number, known: PageHeights, viewport: ColumnViewport, rendered?: ColumnWindow): ColumnWindow {
  const heights = heightsOf(count, known);
  const end = heights.length - 1;
  let bottom = 0;
  // A column that became shorter may be scrolled beyond its end.
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

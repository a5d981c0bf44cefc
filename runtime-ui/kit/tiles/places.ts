/** The number of columns of a grid of tiles. */
export const TILE_COLUMNS = 12;
/** The rows of the highest tile. */
export const MOST_ROWS = 40;

/** Where a tile is, in columns and rows of the grid. */
export interface TilePlace {
  /** 0 to 11. */
  readonly column: number;
  /** 0 is the first row. */
  readonly row: number;
  /** Columns. */
  readonly width: number;
  /** Rows. */
  readonly height: number;
}

/** A tile of a grid. */
export interface Tile {
  /** Unique in the grid. */
  readonly id: string;
  /** Its name for screen readers. */
  readonly label: string;
  /** Null: it was never placed, and comes after all others with its `size`. */
  readonly place: TilePlace | null;
  /** The size of one without a place. */
  readonly size: Pick<TilePlace, 'width' | 'height'>;
  /** The smallest size that it can have. */
  readonly smallest: Pick<TilePlace, 'width' | 'height'>;
}

/** A tile with its place. */
export interface PlacedTile extends Tile {
  readonly place: TilePlace;
}

/** One step: to a side, or larger or smaller. */
export type TileStep = 'left' | 'right' | 'up' | 'down' | 'narrower' | 'wider' | 'shorter' | 'taller';

function overlaps(one: TilePlace, other: TilePlace): boolean {
  return (
    one.column < other.column + other.width &&
    other.column < one.column + one.width &&
    one.row < other.row + other.height &&
    other.row < one.row + one.height
  );
}

/** Whether two places are the same. */
export function isSamePlace(one: TilePlace, other: TilePlace): boolean {
  return one.column === other.column && one.row === other.row && one.width === other.width && one.height === other.height;
}

function byPosition({ place: one }: PlacedTile, { place: other }: PlacedTile): number {
  return one.row - other.row || one.column - other.column;
}

/** Inside the columns, and not larger than the grid. */
function fit({ column, row, width, height }: TilePlace): TilePlace {
  const inside = Math.min(Math.max(1, width), TILE_COLUMNS);
  return {
    width: inside,
    height: Math.min(Math.max(1, height), MOST_ROWS),
    column: Math.min(Math.max(0, column), TILE_COLUMNS - inside),
    row: Math.max(0, row),
  };
}

/** Moves tiles up as far as the ones above allow, in their order, so that there are no overlaps and no empty rows; `first` wins its place. */
function compact(tiles: readonly PlacedTile[], first?: string): readonly PlacedTile[] {
  const order = [...tiles].sort((one, other) => {
    const isOverlap = overlaps(one.place, other.place);
    if (isOverlap && one.id === first) return -1;
    if (isOverlap && other.id === first) return 1;
    return byPosition(one, other);
  });
  const done: PlacedTile[] = [];
  for (const tile of order) {
    let place = tile.place;
    while (done.some((one) => overlaps(one.place, place))) place = { ...place, row: place.row + 1 };
    for (let above = { ...place, row: place.row - 1 }; above.row >= 0 && !done.some((one) => overlaps(one.place, above)); ) {
      place = above;
      above = { ...above, row: above.row - 1 };
    }
    done.push({ ...tile, place });
  }
  return done.sort(byPosition);
}

/** The next free place for a tile after all others: beside the last one if there is space, else below. */
function placeAfter(done: readonly PlacedTile[], { width, height }: Tile['size']): TilePlace {
  const last = [...done].sort(byPosition).at(-1)?.place;
  const bottom = Math.max(0, ...done.map(({ place }) => place.row + place.height));
  if (last !== undefined && last.column + last.width + width <= TILE_COLUMNS) {
    const beside = { column: last.column + last.width, row: last.row, width, height };
    if (!done.some(({ place }) => overlaps(place, beside))) return beside;
  }
  return { column: 0, row: bottom, width, height };
}

/** The tiles in the order of their places; those without a place come last. */
export function placeTiles(tiles: readonly Tile[]): readonly PlacedTile[] {
  const placed = tiles.flatMap((tile) => (tile.place === null ? [] : [{ ...tile, place: fit(tile.place) }]));
  const done = [...compact(placed)];
  for (const tile of tiles) if (tile.place === null) done.push({ ...tile, place: fit(placeAfter(done, tile.size)) });
  return done.sort(byPosition);
}

const CHANGES: { readonly [step in TileStep]: (place: TilePlace, by: number) => TilePlace } = {
  left: (place, by) => ({ ...place, column: place.column - by }),
  right: (place, by) => ({ ...place, column: place.column + by }),
  up: (place, by) => ({ ...place, row: place.row - by }),
  down: (place, by) => ({ ...place, row: place.row + by }),
  narrower: (place) => ({ ...place, width: place.width - 1 }),
  wider: (place) => ({ ...place, width: place.width + 1 }),
  shorter: (place) => ({ ...place, height: place.height - 1 }),
  taller: (place) => ({ ...place, height: place.height + 1 }),
};

/** Whether the same tiles are at the same places, in the same order. */
function isSame(one: readonly PlacedTile[], other: readonly PlacedTile[]): boolean {
  return one.every(({ id, place }, at) => {
    const twin = other[at];
    return twin !== undefined && twin.id === id && isSamePlace(place, twin.place);
  });
}

/**
 * Moves or resizes a tile by one step; others make room. A step up or down goes past the tile there, because tiles always move up as far as
 * they can. Undefined: there is no such step.
 */
export function stepTile(tiles: readonly PlacedTile[], id: string, step: TileStep): readonly PlacedTile[] | undefined {
  const tile = tiles.find((one) => one.id === id);
  if (tile === undefined) return undefined;
  const before = compact(tiles);
  const most = step === 'up' || step === 'down' ? MOST_ROWS : 1;
  for (let by = 1; by <= most; by += 1) {
    const wanted = CHANGES[step](tile.place, by);
    const { smallest } = tile;
    const isPossible = wanted.width >= smallest.width && wanted.height >= smallest.height && isSamePlace(fit(wanted), wanted);
    if (!isPossible) return undefined;
    const after = compact(
      tiles.map((one) => (one.id === id ? { ...one, place: wanted } : one)),
      id,
    );
    if (!isSame(before, after)) return after;
  }
  return undefined;
}

/** The tiles in rows from the left, in their order. */
function flow(tiles: readonly PlacedTile[]): readonly PlacedTile[] {
  let [column, row, height] = [0, 0, 0];
  return tiles.map((tile) => {
    if (column + tile.place.width > TILE_COLUMNS) [column, row, height] = [0, row + height, 0];
    const place = { ...tile.place, column, row };
    column += place.width;
    height = Math.max(height, place.height);
    return { ...tile, place };
  });
}

/**
 * A tile changes places with its neighbour in the order, for screens with one column. Where the sizes do not allow that, the tiles are
 * placed in rows again, in the new order. Undefined: there is no neighbour.
 */
export function swapTile(tiles: readonly PlacedTile[], id: string, by: -1 | 1): readonly PlacedTile[] | undefined {
  const at = tiles.findIndex((one) => one.id === id);
  const [tile, other] = [tiles[at], tiles[at + by]];
  if (tile === undefined || other === undefined) return undefined;
  const order = tiles.map((one) => (one === tile ? other : one === other ? tile : one));
  const swap = (one: PlacedTile, { place: { column, row } }: PlacedTile) => ({ ...one, place: fit({ ...one.place, column, row }) });
  const swapped = compact(
    tiles.map((one) => (one === tile ? swap(tile, other) : one === other ? swap(other, tile) : one)),
    id,
  );
  return swapped.every((one, place) => one.id === order[place]?.id) ? swapped : flow(order);
}

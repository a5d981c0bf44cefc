import { describe, expect, it } from 'vitest';
import { placeTiles, stepTile, swapTile, type PlacedTile, type Tile, type TilePlace } from './places.ts';

function tile(id: string, place: readonly [number, number, number, number] | null): Tile {
  const [column = 0, row = 0, width = 1, height = 1] = place ?? [];
  return {
    id,
    label: id,
    place: place === null ? null : { column, row, width, height },
    size: { width: 4, height: 3 },
    smallest: { width: 2, height: 2 },
  };
}

const where = (tiles: readonly PlacedTile[] | undefined, id: string): readonly number[] | undefined => {
  const place: TilePlace | undefined = tiles?.find((one) => one.id === id)?.place;
  return place && [place.column, place.row, place.width, place.height];
};

const TILES = placeTiles([tile('a', [0, 0, 6, 4]), tile('b', [6, 0, 6, 4]), tile('c', [0, 4, 12, 3])]);

describe('Tiles', () => {
  it('without a place come last, beside the last one if there is space', () => {
    const tiles = placeTiles([tile('new', null), tile('a', [0, 0, 4, 3]), tile('more', null), tile('below', null)]);
    expect(['new', 'more', 'below'].map((id) => where(tiles, id))).toEqual([
      [4, 0, 4, 3],
      [8, 0, 4, 3],
      [0, 3, 4, 3],
    ]);
  });

  it('never overlap, leave no empty rows and stay inside the columns', () => {
    const tiles = placeTiles([tile('a', [0, 5, 6, 4]), tile('b', [3, 6, 6, 4]), tile('c', [11, 0, 6, 2])]);
    expect(['a', 'b', 'c'].map((id) => where(tiles, id))).toEqual([
      [0, 0, 6, 4],
      [3, 4, 6, 4],
      [6, 0, 6, 2],
    ]);
  });

  it('move one step, past the one in the way, which makes room', () => {
    expect(where(stepTile(TILES, 'a', 'down'), 'a')).toEqual([0, 7, 6, 4]);
    const up = stepTile(TILES, 'c', 'up');
    expect([where(up, 'c'), where(up, 'a')]).toEqual([
      [0, 0, 12, 3],
      [0, 3, 6, 4],
    ]);
    const right = stepTile(TILES, 'a', 'right');
    expect([where(right, 'a'), where(right, 'b')]).toEqual([
      [1, 0, 6, 4],
      [6, 4, 6, 4],
    ]);
  });

  it('become larger and smaller, not smaller than they can be read', () => {
    expect(where(stepTile(TILES, 'c', 'taller'), 'c')).toEqual([0, 4, 12, 4]);
    expect(where(stepTile(TILES, 'a', 'narrower'), 'a')).toEqual([0, 0, 5, 4]);
    const small = placeTiles([tile('a', [0, 0, 2, 2])]);
    expect([stepTile(small, 'a', 'narrower'), stepTile(small, 'a', 'shorter'), stepTile(small, 'a', 'left')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(stepTile(TILES, 'c', 'wider')).toBeUndefined();
  });

  it('change their order in one column', () => {
    expect(swapTile(TILES, 'b', -1)?.map(({ id }) => id)).toEqual(['b', 'a', 'c']);
    expect(swapTile(TILES, 'a', -1)).toBeUndefined();
    expect(swapTile(TILES, 'c', 1)).toBeUndefined();
  });
});

export { TileGrid } from './lazy-tile-grid.tsx';
export { placeTiles, type PlacedTile, type Tile, type TilePlace } from './places.ts';
export type { TileGridProps } from './tile-grid.tsx';

import { ArrowDown, ArrowUp } from 'lucide-react';
import { useState, type CSSProperties, type ReactNode } from 'react';
import { IconButton } from '../components/icon-button.tsx';
import { createLazyComponent, LazyBoundary } from '../lazy/lazy-component.tsx';
import { t } from '../texts/texts.ts';
import { useBreakpoint } from '../use-breakpoint.ts';
import { placeTiles, swapTile, type PlacedTile, type Tile, type TilePlace } from './places.ts';
import './tiles.css';

/** Props of a grid of tiles. */
export interface TileGridProps {
  /** Names the grid for screen readers. */
  readonly label: string;
  /** The tiles, in any order. */
  readonly tiles: readonly Tile[];
  /** Tiles are moved and resized. */
  readonly isEditing: boolean;
  /** The places of all tiles after one was moved or resized. */
  readonly onChange: (places: ReadonlyMap<string, TilePlace>) => void;
  /**
   * The content of a tile at a place. While editing it shows `handle`, with which the tile is moved and resized.
   * @throws any error: the nearest error boundary shows it.
   */
  readonly children: (id: string, handle: ReactNode, place: TilePlace) => ReactNode;
}

/** What the two ways of editing get. */
export interface EditProps extends Omit<TileGridProps, 'tiles' | 'isEditing' | 'onChange'> {
  readonly tiles: readonly PlacedTile[];
  readonly onPlace: (tiles: readonly PlacedTile[]) => void;
  /** Says for screen readers what happened. */
  readonly say: (text: string) => void;
}

const MovableTiles = createLazyComponent(async () => (await import('./movable-tiles.tsx')).MovableTiles, 'place');

/** What a tile says about its place. */
export function describePlace({ label, place }: PlacedTile): string {
  return t('tiles.at', { name: label, column: place.column + 1, row: place.row + 1, width: place.width, height: place.height });
}

function toStyle({ column, row, width, height }: TilePlace): CSSProperties {
  return { '--tile-column': column + 1, '--tile-row': row + 1, '--tile-width': width, '--tile-height': height } as CSSProperties;
}

interface FixedProps extends Pick<TileGridProps, 'label' | 'children'> {
  readonly tiles: readonly PlacedTile[];
  readonly renderHandle?: (tile: PlacedTile) => ReactNode;
}

/** The tiles at their places; one below the other on narrow screens. */
function FixedTiles({ label, tiles, renderHandle, children }: FixedProps) {
  return (
    <div className="ms-tiles" role="group" aria-label={label}>
      {tiles.map((tile) => (
        <div key={tile.id} className="ms-tile" data-half={tile.place.width <= 6 || undefined} style={toStyle(tile.place)}>
          {children(tile.id, renderHandle?.(tile), tile.place)}
        </div>
      ))}
    </div>
  );
}

/** On a phone the order is changed with buttons. */
function OrderedTiles({ tiles, onPlace, say, ...props }: EditProps) {
  const move = (tile: PlacedTile, by: -1 | 1): void => {
    const after = swapTile(tiles, tile.id, by);
    if (after === undefined) return say(t('tiles.stays', { name: tile.label }));
    onPlace(after);
    const moved = after.find(({ id }) => id === tile.id);
    if (moved) say(describePlace(moved));
  };
  return (
    <FixedTiles
      {...props}
      tiles={tiles}
      renderHandle={(tile) => (
        <>
          <IconButton icon={ArrowUp} label={t('tiles.earlier', { name: tile.label })} onClick={() => move(tile, -1)} />
          <IconButton icon={ArrowDown} label={t('tiles.later', { name: tile.label })} onClick={() => move(tile, 1)} />
        </>
      )}
    />
  );
}

/** A grid of 12 columns. Tiles are moved and resized by pointer and by keyboard while it is edited; the library for that is loaded then. */
export function TileGrid({ tiles, isEditing, onChange, ...props }: TileGridProps) {
  const isPhone = useBreakpoint() === 'phone';
  const [said, say] = useState('');
  const placed = placeTiles(tiles);
  const edit: EditProps = {
    ...props,
    tiles: placed,
    say,
    onPlace: (after) => onChange(new Map(after.map(({ id, place }) => [id, place]))),
  };
  const fixed = <FixedTiles {...props} tiles={placed} />;
  return (
    <>
      {!isEditing && fixed}
      {isEditing && isPhone && <OrderedTiles {...edit} />}
      {isEditing && !isPhone && (
        <LazyBoundary fallback={fixed}>
          <MovableTiles {...edit} />
        </LazyBoundary>
      )}
      <div className="ms-visually-hidden" role="status">
        {said}
      </div>
    </>
  );
}

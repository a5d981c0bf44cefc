import { GripVertical } from 'lucide-react';
import { useState, type KeyboardEvent } from 'react';
import { GridLayout, useContainerWidth, verticalCompactor, type Layout, type LayoutItem } from 'react-grid-layout';
import { Icon } from '../components/icon.tsx';
import { t } from '../texts/texts.ts';
import { isSamePlace, MOST_ROWS, stepTile, TILE_COLUMNS, type PlacedTile, type TileStep } from './places.ts';
import { describePlace, type EditProps } from './tile-grid.tsx';
import './movable-tiles.css';

/** Pixels of a row, and between two tiles; the same as in tiles.css. */
const ROW = 32;
const GAP = 12;

const MOVES: Readonly<Record<string, TileStep>> = { ArrowLeft: 'left', ArrowRight: 'right', ArrowUp: 'up', ArrowDown: 'down' };
const SIZES: Readonly<Record<string, TileStep>> = { ArrowLeft: 'narrower', ArrowRight: 'wider', ArrowUp: 'shorter', ArrowDown: 'taller' };

function toItem({ id, place, smallest }: PlacedTile): LayoutItem {
  return {
    i: id,
    x: place.column,
    y: place.row,
    w: place.width,
    h: place.height,
    minW: Math.min(smallest.width, place.width),
    minH: Math.min(smallest.height, place.height),
    maxH: MOST_ROWS,
  };
}

/** Tiles that are dragged by their handle and resized at their corner; with the keyboard by the handle. */
export function MovableTiles({ label, tiles, onPlace, say, children }: EditProps) {
  const { width, containerRef, mounted } = useContainerWidth();
  const [resized, setResized] = useState<LayoutItem | null>(null);
  const readLayout = (layout: Layout): void => {
    setResized(null);
    const places = new Map(layout.map(({ i, x, y, w, h }) => [i, { column: x, row: y, width: w, height: h }]));
    const after = tiles.map((tile) => ({ ...tile, place: places.get(tile.id) ?? tile.place }));
    if (after.some(({ place }, at) => !isSamePlace(place, tiles[at]?.place ?? place))) onPlace(after);
  };
  const press = (tile: PlacedTile, event: KeyboardEvent): void => {
    const step = (event.shiftKey ? SIZES : MOVES)[event.key];
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    const after = stepTile(tiles, tile.id, step);
    const moved = after?.find(({ id }) => id === tile.id);
    if (after === undefined || moved === undefined) return say(t('tiles.stays', { name: tile.label }));
    onPlace(after);
    say(describePlace(moved));
  };
  const sizeOf = ({ id, place }: PlacedTile): string =>
    resized?.i === id ? `${resized.w} × ${resized.h}` : `${place.width} × ${place.height}`;
  return (
    <div ref={containerRef} className="ms-movable-tiles" role="group" aria-label={label}>
      {mounted && (
        <GridLayout
          width={width}
          layout={tiles.map(toItem)}
          gridConfig={{ cols: TILE_COLUMNS, rowHeight: ROW, margin: [GAP, GAP], containerPadding: [0, 0] }}
          dragConfig={{ enabled: true, handle: '.ms-tile-handle' }}
          resizeConfig={{ enabled: true, handles: ['se'] }}
          compactor={verticalCompactor}
          onResize={(_layout, _before, item) => setResized(item)}
          onDragStop={readLayout}
          onResizeStop={readLayout}
        >
          {tiles.map((tile) => (
            <div key={tile.id} className="ms-movable-tile">
              {children(
                tile.id,
                <>
                  <button
                    type="button"
                    className="ms-tile-handle"
                    aria-label={t('tiles.handle', { name: tile.label })}
                    aria-description={t('tiles.keys')}
                    onKeyDown={(event) => press(tile, event)}
                  >
                    <Icon of={GripVertical} />
                  </button>
                  <span className="ms-tile-size" aria-hidden="true">
                    {sizeOf(tile)}
                  </span>
                </>,
                tile.place,
              )}
            </div>
          ))}
        </GridLayout>
      )}
    </div>
  );
}

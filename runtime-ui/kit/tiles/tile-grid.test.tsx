import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState, type ReactNode } from 'react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { KitProvider } from '../kit-provider.tsx';
import { loadLazyTexts } from '../texts/texts.ts';
import type { Tile, TilePlace } from './places.ts';
import { TileGrid } from './tile-grid.tsx';

const SIZE = { size: { width: 4, height: 3 }, smallest: { width: 2, height: 2 } };
const TILES: readonly Tile[] = [
  { id: 'a', label: 'Alpha', place: { column: 0, row: 0, width: 6, height: 4 }, ...SIZE },
  { id: 'b', label: 'Beta', place: { column: 6, row: 0, width: 6, height: 4 }, ...SIZE },
];

function Editor({ onPlaces }: { readonly onPlaces: (places: ReadonlyMap<string, TilePlace>) => void }) {
  const [tiles, setTiles] = useState(TILES);
  return (
    <TileGrid
      label="Desk"
      tiles={tiles}
      isEditing
      onChange={(places) => {
        setTiles(tiles.map((tile) => ({ ...tile, place: places.get(tile.id) ?? tile.place })));
        onPlaces(places);
      }}
    >
      {(id: string, handle: ReactNode) => (
        <div>
          {handle} content of {id}
        </div>
      )}
    </TileGrid>
  );
}

/** A window of a phone: only its media query matches. */
function pretendPhone(): void {
  vi.stubGlobal('matchMedia', (media: string) => ({
    matches: media.includes('max-width: 680px'),
    media,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
}

describe('A grid of tiles', () => {
  beforeAll(() => {
    vi.stubGlobal(
      'ResizeObserver',
      class {
        observe() {}
        unobserve() {}
        disconnect() {}
      },
    );
    // The library is loaded with the first grid that is edited.
    return Promise.all([loadLazyTexts(), import('./movable-tiles.tsx')]);
  });
  afterEach(cleanup);

  async function show() {
    const places: (readonly (readonly [string, TilePlace])[])[] = [];
    // The code of the tiles is loaded while they are rendered.
    await act(async () => {
      render(
        <KitProvider>
          <Editor onPlaces={(map) => places.push([...map])} />
        </KitProvider>,
      );
      await import('./movable-tiles.tsx');
    });
    return { places, user: userEvent.setup() };
  }

  it('is moved and resized with the keyboard, step by step, which is announced', async () => {
    const { places, user } = await show();
    const handle = await screen.findByRole('button', { name: 'Move Alpha' });
    handle.focus();
    await user.keyboard('{ArrowRight}');
    expect(Object.fromEntries(places.at(-1) ?? [])).toEqual({
      a: { column: 1, row: 0, width: 6, height: 4 },
      b: { column: 6, row: 4, width: 6, height: 4 },
    });
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('Alpha: column 2, row 1, 6 wide, 4 high'));
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Move Alpha' }));
  });

  it('says so when there is no further step', async () => {
    const { places, user } = await show();
    (await screen.findByRole('button', { name: 'Move Alpha' })).focus();
    await user.keyboard('{ArrowLeft}');
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('Alpha cannot go further'));
    expect(places).toEqual([]);
    await user.keyboard('{Shift>}{ArrowLeft}{/Shift}');
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('Alpha: column 1, row 1, 5 wide, 4 high'));
    expect(places.at(-1)?.[0]).toEqual(['a', { column: 0, row: 0, width: 5, height: 4 }]);
  });

  it('is ordered with buttons on a phone', async () => {
    pretendPhone();
    const { places, user } = await show();
    await user.click(screen.getByRole('button', { name: 'Move up: Beta' }));
    expect(places.at(-1)?.map(([id]) => id)).toEqual(['b', 'a']);
    expect(screen.getByRole('status').textContent).toBe('Beta: column 1, row 1, 6 wide, 4 high');
  });
});

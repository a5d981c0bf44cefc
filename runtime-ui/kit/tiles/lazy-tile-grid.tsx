import { SkeletonRows } from '../components/skeletons.tsx';
import { createLazyComponent, LazyBoundary } from '../lazy/lazy-component.tsx';
import { loadLazyTexts } from '../texts/texts.ts';
import type { TileGridProps } from './tile-grid.tsx';

const Loaded = createLazyComponent(async () => (await Promise.all([import('./tile-grid.tsx'), loadLazyTexts()]))[0].TileGrid, 'place');

/** A grid of tiles that can be moved and resized. Its code is loaded with the first one. */
export function TileGrid(props: TileGridProps) {
  return (
    <LazyBoundary fallback={<SkeletonRows rows={6} columns={2} />}>
      <Loaded {...props} />
    </LazyBoundary>
  );
}

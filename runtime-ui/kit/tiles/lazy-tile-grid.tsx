import { SkeletonRows } from '../components/skeletons.tsx';
import { createLazyComponent, LazyBoundary } from '../lazy/lazy-component.tsx';
import type { TileGridProps } from './tile-grid.tsx';

const Loaded = createLazyComponent(async () => (await import('./tile-grid.tsx')).TileGrid, 'place', 'home');

/** A grid of tiles that can be moved and resized. Its code is loaded with the first one. */
export function TileGrid(props: TileGridProps) {
  return (
    <LazyBoundary fallback={<SkeletonRows rows={6} columns={2} />}>
      <Loaded {...props} />
    </LazyBoundary>
  );
}

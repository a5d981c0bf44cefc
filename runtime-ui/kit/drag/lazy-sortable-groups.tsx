import { SkeletonRows } from '../components/skeletons.tsx';
import { createLazyComponent, LazyBoundary } from '../lazy/lazy-component.tsx';
import { loadLazyTexts } from '../texts/texts.ts';
import type { SortableGroupsProps } from './sortable-groups.tsx';

const Loaded = createLazyComponent(
  async () => (await Promise.all([import('./sortable-groups.tsx'), loadLazyTexts()]))[0].SortableGroups,
  'place',
);

/** Groups of items that are sorted by drag and by keyboard. The library for dragging is loaded with the first ones. */
export function SortableGroups(props: SortableGroupsProps) {
  return (
    <LazyBoundary fallback={<SkeletonRows rows={6} columns={2} />}>
      <Loaded {...props} />
    </LazyBoundary>
  );
}

import type { ComponentType } from 'react';
import { LazyBoundary, createLazyComponent } from '../kit/index.ts';

/**
 * A component whose code is loaded when it is first shown; until then nothing is shown. If the code cannot be loaded, Try again is shown in
 * its place (`place`), or in a notice if it has no place, such as a dialog.
 */
export function createLazySlot<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  shown: 'place' | 'notice' = 'notice',
): ComponentType<Props> {
  const Loaded = createLazyComponent(load, shown);
  return function LazySlot(props: Props) {
    return (
      <LazyBoundary fallback={null}>
        <Loaded {...props} />
      </LazyBoundary>
    );
  };
}

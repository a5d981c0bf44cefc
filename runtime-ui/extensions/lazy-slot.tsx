import type { ComponentType, ReactNode } from 'react';
import { LazyBoundary, createLazyComponent, type LazyComponent } from '../kit/index.ts';

/**
 * A component whose code is loaded when it is first shown, or with `preload`; until then `placeholder` is shown, by default nothing. If the code cannot be loaded, Try again is shown in
 * its place (`place`), or in a notice if it has no place, such as a dialog. `texts` are those of the product that it waits for: `home` is for
 * what the first page shows, in which the product's dialogs, lists and forms have no texts unless they are loaded lazily themselves.
 */
export function createLazySlot<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  shown: 'place' | 'notice' = 'notice',
  texts: 'all' | 'home' = 'all',
  placeholder: ReactNode = null,
): LazyComponent<Props> {
  const Loaded = createLazyComponent(load, shown, texts);
  function LazySlot(props: Props) {
    return (
      <LazyBoundary fallback={placeholder}>
        <Loaded {...props} />
      </LazyBoundary>
    );
  }
  return Object.assign(LazySlot, { preload: Loaded.preload });
}

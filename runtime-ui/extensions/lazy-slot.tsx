import type { ComponentType } from 'react';
import { LazyBoundary, createLazyComponent } from '../kit/index.ts';

/**
 * A component whose code is fetched when it is first shown; until then nothing stands in its place. Code that does not come
 * can be tried again there (`place`), or from a notice where it has none, such as a dialog.
 */
export function createLazySlot<Props extends object>(load: () => Promise<ComponentType<Props>>, shown: 'place' | 'notice' = 'notice'): ComponentType<Props> {
  const Loaded = createLazyComponent(load, shown);
  return function LazySlot(props: Props) {
    return <LazyBoundary fallback={null}><Loaded {...props} /></LazyBoundary>;
  };
}

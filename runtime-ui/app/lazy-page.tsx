import type { ComponentType } from 'react';
import { LazyBoundary, createLazyComponent, LoadingProgress, loadWithRetry } from '../kit/index.ts';

/** Loads the page of a route when the route is opened. If the code cannot be loaded, the frame stays and the page area shows Try again. */
export function lazyPage(load: () => Promise<ComponentType>): () => Promise<{ readonly Component: ComponentType }> {
  return async () => ({ Component: await loadWithRetry(load).catch(() => createRetryPage(load)) });
}

function createRetryPage(load: () => Promise<ComponentType>): ComponentType {
  const Page = createLazyComponent(load, 'place');
  return function LazyPage() {
    return (
      <LazyBoundary fallback={<LoadingProgress active />}>
        <Page />
      </LazyBoundary>
    );
  };
}

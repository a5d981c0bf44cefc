import type { ComponentType } from 'react';
import { LazyBoundary, createLazyComponent, LoadingProgress, loadWithRetry } from '../kit/index.ts';

/** A page of a route whose code comes with the step to it. When it does not come, the frame stays, and Try again stands in its place. */
export function lazyPage(load: () => Promise<ComponentType>): () => Promise<{ readonly Component: ComponentType }> {
  return async () => ({ Component: await loadWithRetry(load).catch(() => createRetryPage(load)) });
}

function createRetryPage(load: () => Promise<ComponentType>): ComponentType {
  const Page = createLazyComponent(load, 'place');
  return function LazyPage() {
    return <LazyBoundary fallback={<LoadingProgress active />}><Page /></LazyBoundary>;
  };
}

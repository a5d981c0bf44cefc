import type { ComponentType } from 'react';
import { Awaiting, lazily, LoadingProgress, loadPatiently } from '../kit/index.ts';

/** A page of a route whose code comes with the step to it. When it does not come, the frame stays, and Try again stands in its place. */
export function latePage(load: () => Promise<ComponentType>): () => Promise<{ readonly Component: ComponentType }> {
  return async () => ({ Component: await loadPatiently(load).catch(() => pageToTryAgain(load)) });
}

function pageToTryAgain(load: () => Promise<ComponentType>): ComponentType {
  const Page = lazily(load, 'place');
  return function LatePage() {
    return <Awaiting fallback={<LoadingProgress active />}><Page /></Awaiting>;
  };
}

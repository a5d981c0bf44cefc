import { useIsFetching } from '@tanstack/react-query';
import { useState } from 'react';
import { LazyBoundary, createLazyComponent, useDelayed, useIsLoadingChunks } from '../../kit/index.ts';

const LiveHost = createLazyComponent(async () => (await import('./live-host.tsx')).LiveHost, 'notice', 'home');

/** Milliseconds without a request after which a page counts as loaded; then its socket is opened. */
const QUIET = 400;

/** Live updates; the code is loaded when the first page has finished its requests. */
export function LazyLiveHost() {
  const isAsking = useIsFetching() > 0;
  const isLoading = useIsLoadingChunks();
  const isQuiet = useDelayed(!isAsking && !isLoading, QUIET);
  const [isLater, setLater] = useState(false);
  if (isQuiet && !isLater) setLater(true);
  return isLater ? (
    <LazyBoundary fallback={null}>
      <LiveHost />
    </LazyBoundary>
  ) : null;
}

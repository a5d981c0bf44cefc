import { useIsFetching } from '@tanstack/react-query';
import { useState } from 'react';
import { LazyBoundary, createLazyComponent, useDelayed, useIsLoadingChunks } from '../../kit/index.ts';

const LiveHost = createLazyComponent(async () => (await import('./live-host.tsx')).LiveHost);

/** Milliseconds in which a page asks for nothing more: then it stands, and its socket is opened. */
const QUIET = 400;

/** What others do, as it happens: its code is loaded when the first page has all that it asked for. */
export function LazyLiveHost() {
  const isAsking = useIsFetching() > 0;
  const isLoading = useIsLoadingChunks();
  const isQuiet = useDelayed(!isAsking && !isLoading, QUIET);
  const [isLater, setLater] = useState(false);
  if (isQuiet && !isLater) setLater(true);
  return isLater ? <LazyBoundary fallback={null}><LiveHost /></LazyBoundary> : null;
}

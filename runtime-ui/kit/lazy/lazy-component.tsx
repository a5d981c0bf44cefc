import { Suspense, use, useEffect, useSyncExternalStore, type ComponentType, type FunctionComponent, type SuspenseProps } from 'react';
import { ErrorState } from '../components/error-state.tsx';
import { hideNotice, showNotice } from '../components/notice-store.ts';
import { loadLazyTexts, t } from '../texts/texts.ts';
import { loadWithRetry } from './load-with-retry.ts';

const NOTICE = 'part-missing';

/** Parts without a place of their own that did not come: one notice for all of them. */
const failedRetries = new Set<() => void>();

/** How many parts are on their way, and how many came. */
const chunks = { coming: 0, arrived: 0 };
const watchers = new Set<() => void>();

function subscribeChunks(watch: () => void): () => void {
  watchers.add(watch);
  return () => watchers.delete(watch);
}

function notifyWatchers(): void {
  for (const watch of [...watchers]) watch();
}

/** Whether code of a part that is shown is still on its way. */
export function useIsLoadingChunks(): boolean {
  return useSyncExternalStore(subscribeChunks, () => chunks.coming > 0);
}

/**
 * Shows a placeholder until the parts in it have come, and then the parts at once: after a placeholder React would hold
 * them back for 300 milliseconds.
 */
export function LazyBoundary({ fallback, children }: SuspenseProps) {
  useSyncExternalStore(subscribeChunks, () => chunks.arrived);
  return <Suspense fallback={fallback}>{children}</Suspense>;
}

function retryFailed(): void {
  for (const retry of [...failedRetries]) retry();
}

/** Stands in for a dialog, a menu or a bar that did not come. */
function LoadFailureNotice({ retry }: { readonly retry: () => void }) {
  useEffect(() => {
    failedRetries.add(retry);
    showNotice({ id: NOTICE, kind: 'error', text: t('states.partMissing'), action: { label: t('actions.tryAgain'), onPress: retryFailed } });
    return () => {
      failedRetries.delete(retry);
      if (failedRetries.size === 0) hideNotice(NOTICE);
    };
  }, [retry]);
  return null;
}

/** A component whose code comes later. */
export type LazyComponent<Props extends object> = FunctionComponent<Props> & {
  /** Brings the code before it is shown, so that no placeholder is needed. */
  readonly preload: () => void;
};

/**
 * A component whose code comes when it is first shown, for use inside an {@link LazyBoundary}. Code that does not come is
 * tried again; then Try again stands in its place (`place`: a page or a panel), or in a notice (a dialog, a menu, a bar).
 * `first` is a place on the way to the first list, which does without the texts of what comes later.
 */
export function createLazyComponent<Props extends object>(load: () => Promise<ComponentType<Props>>, shown: 'place' | 'notice' | 'first' = 'notice'): LazyComponent<Props> {
  let Part: ComponentType<Props> | undefined;
  let loading: Promise<void> | undefined;
  const loadAll = async (): Promise<ComponentType<Props>> => (shown === 'first' ? load() : (await Promise.all([load(), loadLazyTexts()]))[0]);
  const begin = async (): Promise<void> => {
    chunks.coming += 1;
    // It is often a component that asks, and no other may be told while it is being rendered.
    queueMicrotask(notifyWatchers);
    Part = await loadWithRetry(loadAll).catch(() => Missing);
    chunks.coming -= 1;
    chunks.arrived += 1;
    // As React itself marks a promise that it has waited for: who is rendered from now on goes on without a pause.
    Object.assign(loading ?? {}, { status: 'fulfilled', value: undefined });
    notifyWatchers();
  };
  const start = () => (loading ??= begin());
  const retry = () => {
    Part = undefined;
    loading = begin();
  };
  const Missing: ComponentType<Props> = () => (shown !== 'notice' ? <ErrorState compact text={t('states.partMissing')} code="part_missing" onRetry={retry} /> : <LoadFailureNotice retry={retry} />);
  function LazyComponentHost(props: Props) {
    const Shown = useSyncExternalStore(subscribeChunks, () => Part);
    // Always: what was asked for in a rendering that waited has to be asked for in the one that goes on.
    use(start());
    return Shown === undefined ? null : <Shown {...props} />;
  }
  return Object.assign(LazyComponentHost, { preload: () => void start() });
}

import { Suspense, use, useEffect, useSyncExternalStore, type ComponentType, type FunctionComponent, type SuspenseProps } from 'react';
import { ErrorState } from '../components/error-state.tsx';
import { hideNotice, showNotice } from '../components/notice-store.ts';
import { loadHomePageTexts, loadLazyTexts, t } from '../texts/texts.ts';
import { loadWithRetry } from './load-with-retry.ts';

const NOTICE = 'part-missing';

/** Failed components that show no error in their own place: one notice for all of them. */
const failedRetries = new Set<() => void>();

/** How many chunks are loading, and how many are loaded. */
const chunks = { coming: 0, arrived: 0 };
const watchers = new Set<() => void>();

function subscribeChunks(watch: () => void): () => void {
  watchers.add(watch);
  return () => watchers.delete(watch);
}

function notifyWatchers(): void {
  for (const watch of [...watchers]) watch();
}

/** Whether code of a displayed component is still loading. */
export function useIsLoadingChunks(): boolean {
  return useSyncExternalStore(subscribeChunks, () => chunks.coming > 0);
}

/**
 * Shows a placeholder until the components inside are loaded, and then shows them at once: React alone would delay them for 300
 * milliseconds after a placeholder.
 */
export function LazyBoundary({ fallback, children }: SuspenseProps) {
  useSyncExternalStore(subscribeChunks, () => chunks.arrived);
  return <Suspense fallback={fallback}>{children}</Suspense>;
}

function retryFailed(): void {
  for (const retry of [...failedRetries]) retry();
}

/** Shown for a dialog, a menu or a bar that could not be loaded. */
function LoadFailureNotice({ retry }: { readonly retry: () => void }) {
  useEffect(() => {
    failedRetries.add(retry);
    showNotice({
      id: NOTICE,
      kind: 'error',
      text: t('states.partMissing'),
      action: { label: t('actions.tryAgain'), onPress: retryFailed },
    });
    return () => {
      failedRetries.delete(retry);
      if (failedRetries.size === 0) hideNotice(NOTICE);
    };
  }, [retry]);
  return null;
}

/** A component whose code is loaded lazily. */
export type LazyComponent<Props extends object> = FunctionComponent<Props> & {
  /** Loads the code before the component is shown, so that no placeholder is needed. */
  readonly preload: () => void;
};

/**
 * A component whose code is loaded when it is first shown, for use inside a {@link LazyBoundary}. A failed load is retried; then Try again
 * is shown in its place (`place`: a page or a panel), or in a notice (a dialog, a menu, a bar). `first` is a component needed for the first
 * list, which does not wait for the lazily loaded texts. `texts`: `home` is a part of the first page, which waits for the texts of that page
 * only.
 */
export function createLazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  shown: 'place' | 'notice' | 'first' = 'notice',
  texts: 'all' | 'home' = 'all',
): LazyComponent<Props> {
  let Part: ComponentType<Props> | undefined;
  let loading: Promise<void> | undefined;
  const loadTexts = texts === 'home' ? loadHomePageTexts : loadLazyTexts;
  const loadAll = async (): Promise<ComponentType<Props>> => (shown === 'first' ? load() : (await Promise.all([load(), loadTexts()]))[0]);
  const begin = async (): Promise<void> => {
    chunks.coming += 1;
    // This often runs during the render of a component, in which other components must not be updated.
    queueMicrotask(notifyWatchers);
    Part = await loadWithRetry(loadAll).catch(() => Missing);
    chunks.coming -= 1;
    chunks.arrived += 1;
    // The same marks that React sets on a resolved promise: components rendered from now on do not suspend.
    Object.assign(loading ?? {}, { status: 'fulfilled', value: undefined });
    notifyWatchers();
  };
  const start = () => (loading ??= begin());
  const retry = () => {
    Part = undefined;
    loading = begin();
  };
  const Missing: ComponentType<Props> = () =>
    shown !== 'notice' ? (
      <ErrorState compact text={t('states.partMissing')} code="part_missing" onRetry={retry} />
    ) : (
      <LoadFailureNotice retry={retry} />
    );
  function LazyComponentHost(props: Props) {
    const Shown = useSyncExternalStore(subscribeChunks, () => Part);
    // Always called: a `use` in a render that suspended must also be called in the render that resumes.
    use(start());
    return Shown === undefined ? null : <Shown {...props} />;
  }
  return Object.assign(LazyComponentHost, { preload: () => void start() });
}

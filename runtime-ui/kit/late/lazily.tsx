import { Suspense, use, useEffect, useSyncExternalStore, type ComponentType, type FunctionComponent, type SuspenseProps } from 'react';
import { ErrorState } from '../components/error-state.tsx';
import { hideNotice, showNotice } from '../components/notice-store.ts';
import { loadLateTexts, t } from '../texts/texts.ts';
import { loadPatiently } from './load-patiently.ts';

const NOTICE = 'part-missing';

/** Parts without a place of their own that did not come: one notice for all of them. */
const missing = new Set<() => void>();

/** How many parts are on their way, and how many came. */
const parts = { coming: 0, arrived: 0 };
const watchers = new Set<() => void>();

function watchParts(watch: () => void): () => void {
  watchers.add(watch);
  return () => watchers.delete(watch);
}

function tellWatchers(): void {
  for (const watch of [...watchers]) watch();
}

/** Whether code of a part that is shown is still on its way. */
export function usePartsComing(): boolean {
  return useSyncExternalStore(watchParts, () => parts.coming > 0);
}

/**
 * Shows a placeholder until the parts in it have come, and then the parts at once: after a placeholder React would hold
 * them back for 300 milliseconds.
 */
export function Awaiting({ fallback, children }: SuspenseProps) {
  useSyncExternalStore(watchParts, () => parts.arrived);
  return <Suspense fallback={fallback}>{children}</Suspense>;
}

function tryMissing(): void {
  for (const retry of [...missing]) retry();
}

/** Stands in for a dialog, a menu or a bar that did not come. */
function MissingNote({ retry }: { readonly retry: () => void }) {
  useEffect(() => {
    missing.add(retry);
    showNotice({ id: NOTICE, kind: 'error', text: t('states.partMissing'), action: { label: t('actions.tryAgain'), onPress: tryMissing } });
    return () => {
      missing.delete(retry);
      if (missing.size === 0) hideNotice(NOTICE);
    };
  }, [retry]);
  return null;
}

/** A component whose code comes later. */
export type LatePart<Props extends object> = FunctionComponent<Props> & {
  /** Brings the code before it is shown, so that no placeholder is needed. */
  readonly bring: () => void;
};

/**
 * A component whose code comes when it is first shown, for use inside an {@link Awaiting}. Code that does not come is
 * tried again; then Try again stands in its place (`place`: a page or a panel), or in a notice (a dialog, a menu, a bar).
 * `first` is a place on the way to the first list, which does without the texts of what comes later.
 */
export function lazily<Props extends object>(load: () => Promise<ComponentType<Props>>, shown: 'place' | 'notice' | 'first' = 'notice'): LatePart<Props> {
  let Part: ComponentType<Props> | undefined;
  let bringing: Promise<void> | undefined;
  const loadAll = async (): Promise<ComponentType<Props>> => (shown === 'first' ? load() : (await Promise.all([load(), loadLateTexts()]))[0]);
  const begin = async (): Promise<void> => {
    parts.coming += 1;
    // It is often a component that asks, and no other may be told while it is being rendered.
    queueMicrotask(tellWatchers);
    Part = await loadPatiently(loadAll).catch(() => Missing);
    parts.coming -= 1;
    parts.arrived += 1;
    // As React itself marks a promise that it has waited for: who is rendered from now on goes on without a pause.
    Object.assign(bringing ?? {}, { status: 'fulfilled', value: undefined });
    tellWatchers();
  };
  const bring = () => (bringing ??= begin());
  const retry = () => {
    Part = undefined;
    bringing = begin();
  };
  const Missing: ComponentType<Props> = () => (shown !== 'notice' ? <ErrorState compact text={t('states.partMissing')} code="part_missing" onRetry={retry} /> : <MissingNote retry={retry} />);
  function Lazily(props: Props) {
    const Shown = useSyncExternalStore(watchParts, () => Part);
    // Always: what was asked for in a rendering that waited has to be asked for in the one that goes on.
    use(bring());
    return Shown === undefined ? null : <Shown {...props} />;
  }
  return Object.assign(Lazily, { bring: () => void bring() });
}

import { useEffect } from 'react';
import { LazyBoundary, createLazyComponent } from '../../kit/index.ts';
import type { ListBulkBarProps } from './list-bulk-actions.tsx';

const load = () => import('./list-bulk-actions.tsx');
const Actions = createLazyComponent(async () => (await load()).ListBulkActions);

/** Milliseconds after which the bar is preloaded, before the first selection. */
const PRELOAD_DELAY_MS = 2000;

/** The actions for the selected rows. They are loaded with the first selection: the list does not wait for them. */
export function ListBulkBar(props: ListBulkBarProps) {
  useEffect(() => {
    const timer = setTimeout(() => void load().catch(() => undefined), PRELOAD_DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
  if (props.selection.count === 0) return null;
  return (
    <LazyBoundary fallback={null}>
      <Actions {...props} />
    </LazyBoundary>
  );
}

import type { ModuleView } from '#engine/model';
import type { ListHandle } from '../../headless/index.ts';
import { LazyBoundary, createLazyComponent, useDelayed } from '../../kit/index.ts';

const ViewTypeSwitch = createLazyComponent(async () => (await import('./view-type-switch.tsx')).ViewTypeSwitch);

/** Milliseconds that the first rows have to be painted in. */
const PAINT_DELAY_MS = 100;

interface LazyViewTypeSwitchProps {
  readonly module: ModuleView;
  readonly list: ListHandle;
  /** Whether the list has been answered: the rows go first. */
  readonly isSettled: boolean;
}

/** The switch of faces, or its place while it is still to come. */
export function LazyViewTypeSwitch({ module, list, isSettled }: LazyViewTypeSwitchProps) {
  const isDue = useDelayed(isSettled, PAINT_DELAY_MS);
  const place = <span className="mv-view-type-switch" />;
  return isDue ? <LazyBoundary fallback={place}><ViewTypeSwitch module={module} list={list} /></LazyBoundary> : place;
}

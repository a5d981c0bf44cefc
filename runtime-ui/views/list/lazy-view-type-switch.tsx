import type { ModuleView } from '#engine/model/wire';
import type { ListHandle } from '../../headless/index.ts';
import { LazyBoundary, createLazyComponent, useDelayed } from '../../kit/index.ts';

const ViewTypeSwitch = createLazyComponent(async () => (await import('./view-type-switch.tsx')).ViewTypeSwitch);

/** Delay in milliseconds, so that the first rows are painted first. */
const PAINT_DELAY_MS = 100;

interface LazyViewTypeSwitchProps {
  readonly module: ModuleView;
  readonly list: ListHandle;
  /** Whether the first list request has completed: the rows have priority. */
  readonly isSettled: boolean;
}

/** The switch between view types, or a placeholder until it is loaded. */
export function LazyViewTypeSwitch({ module, list, isSettled }: LazyViewTypeSwitchProps) {
  const isDue = useDelayed(isSettled, PAINT_DELAY_MS);
  const place = <span className="mv-view-type-switch" />;
  return isDue ? (
    <LazyBoundary fallback={place}>
      <ViewTypeSwitch module={module} list={list} />
    </LazyBoundary>
  ) : (
    place
  );
}

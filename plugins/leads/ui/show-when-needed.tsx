import { lazy, Suspense, type ComponentType } from 'react';

/** A component whose code is fetched when it is first shown; until then nothing stands in its place. */
export function showWhenNeeded<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const Loaded = lazy(async () => ({ default: await load() })) as ComponentType<Props>;
  return function ShownWhenNeeded(props: Props) {
    return <Suspense fallback={null}><Loaded {...props} /></Suspense>;
  };
}

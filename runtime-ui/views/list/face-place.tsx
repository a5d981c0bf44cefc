import type { ModuleView } from '#engine/model';
import type { ListHandle } from '../../headless/index.ts';
import { Awaiting, lazily, useDelayed } from '../../kit/index.ts';

const FaceSwitch = lazily(async () => (await import('./face-switch.tsx')).FaceSwitch);

/** Milliseconds that the first rows have to be painted in. */
const PAINT = 100;

interface FacePlaceProps {
  readonly module: ModuleView;
  readonly list: ListHandle;
  /** Whether the list has been answered: the rows go first. */
  readonly hasAnswer: boolean;
}

/** The switch of faces, or its place while it is still to come. */
export function FacePlace({ module, list, hasAnswer }: FacePlaceProps) {
  const isDue = useDelayed(hasAnswer, PAINT);
  const place = <span className="mv-face-switch" />;
  return isDue ? <Awaiting fallback={place}><FaceSwitch module={module} list={list} /></Awaiting> : place;
}

import { useDelayed } from '../kit/index.ts';
import type { ScreenPartProps, ScreenPlace } from './contribution.ts';
import { listScreenParts } from './ui-registry.ts';

/** The first page is loaded before the code of the parts. */
const START_MILLISECONDS = 1500;

/** Once the parts were shown, those of later screens are shown at once. */
let wereShown = false;

/** What plugins show in a place of a screen. */
export function ScreenParts({ place, ...props }: ScreenPartProps & { readonly place: ScreenPlace }) {
  const isLater = useDelayed(true, START_MILLISECONDS);
  if (isLater) wereShown = true;
  if (!wereShown) return null;
  return listScreenParts(place).map(({ component: Part }, at) => <Part key={at} {...props} />);
}

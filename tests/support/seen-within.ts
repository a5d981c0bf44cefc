import { stretchOf, timeNode } from '../bench/time-node.ts';

/** Milliseconds within which others must see a change, on the machine that bounds are meant for. */
const BOUND = 500;

/** Milliseconds within which others must see a change on this machine, as busy as it is now. Blocks for a moment: not while something is timed. */
export function seenWithin(): number {
  return BOUND * stretchOf(timeNode());
}

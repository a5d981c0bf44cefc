import { timeNode } from '../bench/time-node.ts';

/** Milliseconds within which others must see a change, where `node -e 0` takes `NODE_MILLISECONDS`. */
const BOUND = 500;
const NODE_MILLISECONDS = 40;

/** Milliseconds within which others must see a change on this machine, as busy as it is now. Blocks for a moment: not while something is timed. */
export function seenWithin(): number {
  return BOUND * Math.max(1, timeNode() / NODE_MILLISECONDS);
}

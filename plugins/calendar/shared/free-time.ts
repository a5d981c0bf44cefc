/** A period of time, in epoch milliseconds. */
export interface TimeBlock {
  readonly from: number;
  readonly to: number;
}

/** The parts of a window in which none of the blocks are. */
export function listFreeTime(blocks: readonly TimeBlock[], window: TimeBlock): TimeBlock[] {
  const free: TimeBlock[] = [];
  let { from } = window;
  for (const block of [...blocks].sort((a, b) => a.from - b.from)) {
    if (from >= window.to) return free;
    if (block.from > from) free.push({ from, to: Math.min(block.from, window.to) });
    from = Math.max(from, block.to);
  }
  return from < window.to ? [...free, { from, to: window.to }] : free;
}

/** Milliseconds between two looks: deadlines are seconds, and a timer for each handler would cost more than most handlers. */
const LOOK = 20;

interface Waiting {
  readonly due: number;
  /** Undefined once the answer was called. */
  onLate: (() => void) | undefined;
}

/**
 * Not a Set: of what comes and goes quickly, each table of a Set that was outgrown points to the next, and so keeps alive
 * for long what none of them holds any more.
 */
let waiting: Waiting[] = [];
let timer: NodeJS.Timeout | undefined;

/** Calls `onLate` once so many milliseconds have passed, unless the answer was called before. */
export function watchDeadline(milliseconds: number, onLate: () => void): () => void {
  const entry: Waiting = { due: performance.now() + milliseconds, onLate };
  waiting.push(entry);
  // A handler that hangs must not keep a process alive that wants to end.
  timer ??= setInterval(look, LOOK).unref();
  return () => {
    entry.onLate = undefined;
  };
}

function look(): void {
  const now = performance.now();
  const late = waiting.filter(({ due }) => due <= now);
  waiting = waiting.filter(({ due, onLate }) => due > now && onLate !== undefined);
  if (waiting.length === 0) {
    clearInterval(timer);
    timer = undefined;
  }
  for (const { onLate } of late) onLate?.();
}

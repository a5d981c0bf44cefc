/** Milliseconds between two looks: deadlines are seconds, and a timer for each handler would cost more than most handlers. */
const CHECK_INTERVAL = 20;

interface Waiting {
  readonly due: number;
  /** Undefined once the answer was called. */
  onTimeout: (() => void) | undefined;
}

/**
 * Not a Set: of what comes and goes quickly, each table of a Set that was outgrown points to the next, and so keeps alive
 * for long what none of them holds any more.
 */
let waiting: Waiting[] = [];
let timer: NodeJS.Timeout | undefined;

/** Calls `onLate` once so many milliseconds have passed, unless the answer was called before. */
export function watchDeadline(milliseconds: number, onTimeout: () => void): () => void {
  const entry: Waiting = { due: performance.now() + milliseconds, onTimeout };
  waiting.push(entry);
  // A handler that hangs must not keep a process alive that wants to end.
  timer ??= setInterval(look, CHECK_INTERVAL).unref();
  return () => {
    entry.onTimeout = undefined;
  };
}

function look(): void {
  const now = performance.now();
  const late = waiting.filter(({ due }) => due <= now);
  waiting = waiting.filter(({ due, onTimeout }) => due > now && onTimeout !== undefined);
  if (waiting.length === 0) {
    clearInterval(timer);
    timer = undefined;
  }
  for (const { onTimeout } of late) onTimeout?.();
}

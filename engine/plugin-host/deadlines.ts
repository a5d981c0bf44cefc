/** Milliseconds between two checks: deadlines are seconds, and a timer for each handler would cost more than most handlers. */
const CHECK_INTERVAL = 20;

interface Waiting {
  readonly due: number;
  /** Undefined once the deadline was cancelled. */
  onTimeout: (() => void) | undefined;
}

/**
 * An array and not a Set: with many short-lived entries, each outgrown hash table of a Set points to the next one, and so keeps removed
 * entries in memory for a long time.
 */
let waiting: Waiting[] = [];
let timer: NodeJS.Timeout | undefined;

/** Calls `onTimeout` after this many milliseconds, unless the returned function was called before. */
export function watchDeadline(milliseconds: number, onTimeout: () => void): () => void {
  const entry: Waiting = { due: performance.now() + milliseconds, onTimeout };
  waiting.push(entry);
  // A hanging handler must not keep the process alive.
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

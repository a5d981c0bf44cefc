/** Milliseconds between two looks: deadlines are seconds, and a timer for each handler would cost more than most handlers. */
const LOOK = 20;

interface Waiting {
  readonly due: number;
  readonly onLate: () => void;
}

const waiting = new Set<Waiting>();
let timer: NodeJS.Timeout | undefined;

/** Calls `onLate` once so many milliseconds have passed, unless the answer was called before. */
export function watchDeadline(milliseconds: number, onLate: () => void): () => void {
  const entry = { due: performance.now() + milliseconds, onLate };
  waiting.add(entry);
  // A handler that hangs must not keep a process alive that wants to end.
  timer ??= setInterval(look, LOOK).unref();
  return () => {
    waiting.delete(entry);
  };
}

function look(): void {
  const now = performance.now();
  for (const entry of waiting) {
    if (entry.due > now) continue;
    waiting.delete(entry);
    entry.onLate();
  }
  if (waiting.size > 0) return;
  clearInterval(timer);
  timer = undefined;
}

/** Milliseconds that long work may hold the event loop at a time. */
const SLICE_MILLISECONDS = 10;

let sliceStartedAt = 0;

/**
 * Splits long work into slices: called between its parts, it lets requests and timers run when the current slice has used
 * its time, and otherwise continues at once. The state that the work reads must not change in between, or be read again.
 */
export async function yieldToEventLoop(): Promise<void> {
  if (performance.now() - sliceStartedAt < SLICE_MILLISECONDS) return;
  await new Promise((resolve) => setImmediate(resolve));
  sliceStartedAt = performance.now();
}

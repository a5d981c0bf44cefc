import type { QueueJob } from '../queue.ts';

/** Children by the time when they were added; those that were added together by their ids, `import.2` before `import.10`. */
export function sortChildren(children: readonly QueueJob[]): readonly QueueJob[] {
  const { compare } = new Intl.Collator('en', { numeric: true });
  return [...children].sort((a, b) => a.addedAt - b.addedAt || compare(a.id, b.id));
}

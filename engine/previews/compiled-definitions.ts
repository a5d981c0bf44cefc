import type { ClockPort } from '../ports/index.ts';

/** Compiled definitions that are kept in memory; the least recently used go first. */
const MOST = 6;

/** Milliseconds after its last use until one is dropped. */
const LIFETIME = 30 * 60_000;

interface Entry<Value> {
  readonly version: string;
  readonly value: Promise<Value>;
  usedAt: number;
}

/** A small cache of what previews show, by draft: another version of a draft replaces the one before. */
export interface CompiledDefinitions<Value> {
  /** What was made for this version of a draft; else `make` is called. What fails is made again by the next call. */
  get(draft: string, version: string, make: () => Promise<Value>): Promise<Value>;
}

/** Creates the cache. A timer drops what is not used any more; it does not keep the process running. */
export function createCompiledDefinitions<Value>(clock: ClockPort): CompiledDefinitions<Value> {
  const entries = new Map<string, Entry<Value>>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const sweep = (): void => {
    timer = undefined;
    for (const [draft, { usedAt }] of entries) if (clock.now() - usedAt >= LIFETIME) entries.delete(draft);
    if (entries.size > 0) watch();
  };
  const watch = (): void => {
    timer ??= setTimeout(sweep, LIFETIME).unref();
  };
  const use = (draft: string, entry: Entry<Value>): Promise<Value> => {
    entry.usedAt = clock.now();
    entries.delete(draft);
    entries.set(draft, entry);
    for (const first of entries.keys()) if (entries.size > MOST) entries.delete(first);
    watch();
    return entry.value;
  };
  return {
    get(draft, version, make) {
      const known = entries.get(draft);
      if (known?.version === version && clock.now() - known.usedAt < LIFETIME) return use(draft, known);
      const entry: Entry<Value> = { version, value: make(), usedAt: clock.now() };
      entry.value.catch(() => entries.get(draft) === entry && entries.delete(draft));
      return use(draft, entry);
    },
  };
}

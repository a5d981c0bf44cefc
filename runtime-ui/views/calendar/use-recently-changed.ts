import { useCallback, useEffect, useRef, useState } from 'react';

/** How long a changed entry is highlighted, in milliseconds; also at its new position after a reload. */
const HIGHLIGHT_MS = 2_200;

const NONE: ReadonlySet<string> = new Set();

/** Entries that another user changed recently, and a function that adds one. */
export function useRecentlyChanged() {
  const [changed, setChanged] = useState(NONE);
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>());
  useEffect(() => {
    const { current } = timers;
    return () => {
      for (const timer of current.values()) clearTimeout(timer);
    };
  }, []);
  const mark = useCallback((id: string) => {
    clearTimeout(timers.current.get(id));
    timers.current.set(
      id,
      setTimeout(() => {
        timers.current.delete(id);
        setChanged((before) => new Set([...before].filter((one) => one !== id)));
      }, HIGHLIGHT_MS),
    );
    setChanged((before) => new Set(before).add(id));
  }, []);
  return { changed, mark };
}

import { useCallback, useEffect, useRef, useState } from 'react';

/** Milliseconds that an entry which somebody changed stays marked: on its new place too, once that has been read. */
const HIGHLIGHT_MS = 2_200;

const NONE: ReadonlySet<string> = new Set();

/** Entries that somebody else changed a moment ago, and how to name one more. */
export function useRecentlyChanged() {
  const [changed, setChanged] = useState(NONE);
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>());
  useEffect(() => {
    const { current } = timers;
    return () => { for (const timer of current.values()) clearTimeout(timer); };
  }, []);
  const mark = useCallback((id: string) => {
    clearTimeout(timers.current.get(id));
    timers.current.set(id, setTimeout(() => {
      timers.current.delete(id);
      setChanged((before) => new Set([...before].filter((one) => one !== id)));
    }, HIGHLIGHT_MS));
    setChanged((before) => new Set(before).add(id));
  }, []);
  return { changed, mark };
}

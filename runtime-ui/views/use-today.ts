import { useEffect, useState } from 'react';
import { localDay } from '../fields/values/index.ts';

/** Today in the local time zone; updated after midnight. */
export function useToday(): string {
  const [today, setToday] = useState(() => localDay(new Date()));
  useEffect(() => {
    const timer = setInterval(() => setToday(localDay(new Date())), 30_000);
    return () => clearInterval(timer);
  }, []);
  return today;
}

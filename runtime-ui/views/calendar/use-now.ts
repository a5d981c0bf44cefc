import { useEffect, useState } from 'react';

const minuteNow = (): number => new Date().getHours() * 60 + new Date().getMinutes();

/** Minutes since midnight, where the reader is. */
export function useNow(): number {
  const [minute, setMinute] = useState(minuteNow);
  useEffect(() => {
    const timer = setInterval(() => setMinute(minuteNow()), 30_000);
    return () => clearInterval(timer);
  }, []);
  return minute;
}

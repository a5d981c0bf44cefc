import { useEffect, useState } from 'react';

const minuteNow = (): number => new Date().getHours() * 60 + new Date().getMinutes();

/** Minutes since midnight in the local time zone. */
export function useNow(): number {
  const [minute, setMinute] = useState(minuteNow);
  useEffect(() => {
    const timer = setInterval(() => setMinute(minuteNow()), 30_000);
    return () => clearInterval(timer);
  }, []);
  return minute;
}

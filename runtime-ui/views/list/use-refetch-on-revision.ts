import { useEffect, useRef } from 'react';

/** Reads anew when `revision` has risen since the first drawing, which reads by itself. */
export function useRefetchOnRevision(revision: number, refetch: () => unknown): void {
  const read = useRef(revision);
  useEffect(() => {
    if (read.current === revision) return;
    read.current = revision;
    void refetch();
  }, [revision, refetch]);
}

import { useEffect, useRef } from 'react';

/** Refetches when `revision` changes after the first render, which loads by itself. */
export function useRefetchOnRevision(revision: number, refetch: () => unknown): void {
  const read = useRef(revision);
  useEffect(() => {
    if (read.current === revision) return;
    read.current = revision;
    void refetch();
  }, [revision, refetch]);
}

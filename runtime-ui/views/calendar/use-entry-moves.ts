import { useCallback, useMemo, useState } from 'react';
import type { PendingMoves } from '../../headless/calendar/index.ts';
import type { EntryMove } from './entry-mover.tsx';

/** The pending moves of entries: shown on the new day at once, until the server response includes them. */
export function useEntryMoves(readAt: number) {
  const [moves, setMoves] = useState<readonly EntryMove[]>([]);
  const begin = useCallback(
    (move: EntryMove) => setMoves((before) => [...before.filter((one) => one.entry.id !== move.entry.id), move]),
    [],
  );
  const drop = useCallback((id: string) => setMoves((before) => before.filter((one) => one.entry.id !== id)), []);
  const settle = useCallback(
    (id: string) => setMoves((before) => before.map((one) => (one.entry.id === id ? { ...one, savedAt: Date.now() } : one))),
    [],
  );
  // Data that was loaded after the save includes the move.
  const open = useMemo(() => moves.filter(({ savedAt }) => savedAt === undefined || savedAt >= readAt), [moves, readAt]);
  const moved = useMemo<PendingMoves>(() => new Map(open.map(({ entry, values }) => [entry.id, values] as const)), [open]);
  return { sending: open.filter(({ savedAt }) => savedAt === undefined), moved, begin, drop, settle };
}

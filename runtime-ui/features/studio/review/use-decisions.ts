import { useState } from 'react';
import { readLocalStorage, writeLocalStorage } from '../../../client/index.ts';
import { NO_DECISIONS, type Decisions } from './decisions.ts';

/** The decisions on a draft, which survive a reload. */
export function useDecisions(id: string): readonly [Decisions, (decisions: Decisions) => void] {
  const key = `muster-studio-decisions-${id}`;
  const [decisions, setDecisions] = useState(() => readDecisions(key));
  return [
    decisions,
    (next) => {
      setDecisions(next);
      writeLocalStorage(key, JSON.stringify(next));
    },
  ];
}

function readDecisions(key: string): Decisions {
  try {
    const stored = JSON.parse(readLocalStorage(key) ?? 'null') as Partial<Decisions> | null;
    return { values: stored?.values ?? {}, conflicts: stored?.conflicts ?? {} };
  } catch {
    return NO_DECISIONS;
  }
}

import { useCallback, useEffect, useState } from 'react';
import type { ModuleView } from '#engine/model';
import { getDependents, getRecordWithRelationships, textOfError, useShell, type RecordValues } from '#ui';

/** How many records of a module refer to a lead. */
export interface DependentCount {
  readonly module: string;
  readonly count: number;
}

export interface SavedLead {
  readonly record: RecordValues;
  readonly dependents: readonly DependentCount[];
}

export interface SavedLeads {
  readonly leads: readonly SavedLead[] | undefined;
  readonly error: string | undefined;
  readonly retry: () => void;
}

async function readDependents(module: ModuleView, id: string): Promise<readonly DependentCount[]> {
  const counts = new Map<string, number>();
  // What moves is a help to decide; without it the merge works all the same.
  const answer = await getDependents(module.path, id).catch(() => []);
  for (const { module: name, count } of answer) if (name !== module.name) counts.set(name, Math.max(count, counts.get(name) ?? 0));
  return [...counts].map(([name, count]) => ({ module: name, count }));
}

async function readLead(module: ModuleView, id: string): Promise<SavedLead> {
  const [record, dependents] = await Promise.all([getRecordWithRelationships(module.path, id), readDependents(module, id)]);
  return { record: record as unknown as RecordValues, dependents };
}

/** The leads of a merge as they are stored, relates by name, with what refers to them. */
export function useSavedLeads(module: ModuleView, ids: readonly string[]): SavedLeads {
  const [state, setState] = useState<{ readonly leads?: readonly SavedLead[]; readonly error?: string }>({});
  const [round, setRound] = useState(0);
  const wanted = ids.join();
  useEffect(() => {
    let isCurrent = true;
    const show = (next: typeof state) => { if (isCurrent) setState(next); };
    Promise.all(wanted.split(',').map((id) => readLead(module, id))).then((leads) => show({ leads }), (error: unknown) => show({ error: textOfError(error) }));
    return () => { isCurrent = false; };
  }, [module, wanted, round]);
  const retry = useCallback(() => { setState({}); setRound((before) => before + 1); }, []);
  return { leads: state.leads, error: state.error, retry };
}

/** '22 activities, 3 subs': counts in words, by the modules' own labels. */
export function useCountWords(): (counts: readonly DependentCount[]) => string {
  const shell = useShell();
  const modules = shell.data?.modules ?? [];
  return (counts) => counts.flatMap(({ module, count }) => {
    const known = modules.find((one) => one.name === module);
    return known === undefined || count === 0 ? [] : [`${count} ${(count === 1 ? known.labelSingular : known.label).toLowerCase()}`];
  }).join(', ');
}

import { useCallback, useEffect, useState } from 'react';
import type { ModuleView } from '#engine/model/wire';
import { getDependents, getRecordWithRelationships, getErrorMessage, useShell } from '../../client/index.ts';
import type { RecordValues } from '../../headless/index.ts';

/** Number of records of a module that refer to a record. */
export interface DependentCount {
  readonly module: string;
  readonly count: number;
}

export interface MergedRecord {
  readonly record: RecordValues;
  readonly dependents: readonly DependentCount[];
}

export interface MergedRecords {
  readonly records: readonly MergedRecord[] | undefined;
  readonly error: string | undefined;
  readonly retry: () => void;
}

async function readDependents(module: ModuleView, id: string): Promise<readonly DependentCount[]> {
  const counts = new Map<string, number>();
  // The counts are only informative: the merge works without them.
  const dependents = await getDependents(module.path, id).catch(() => []);
  for (const { module: name, count } of dependents) if (name !== module.name) counts.set(name, Math.max(count, counts.get(name) ?? 0));
  return [...counts].map(([name, count]) => ({ module: name, count }));
}

async function readOne(module: ModuleView, id: string): Promise<MergedRecord> {
  const [record, dependents] = await Promise.all([getRecordWithRelationships(module.path, id), readDependents(module, id)]);
  return { record: record as unknown as RecordValues, dependents };
}

/** The stored records of a merge, with the names of relates and the number of records that refer to them. */
export function useMergedRecords(module: ModuleView, ids: readonly string[]): MergedRecords {
  const [state, setState] = useState<{ readonly records?: readonly MergedRecord[]; readonly error?: string }>({});
  const [round, setRound] = useState(0);
  const wanted = ids.join();
  useEffect(() => {
    let isCurrent = true;
    const show = (next: typeof state) => {
      if (isCurrent) setState(next);
    };
    Promise.all(wanted.split(',').map((id) => readOne(module, id))).then(
      (records) => show({ records }),
      (error: unknown) => show({ error: getErrorMessage(error) }),
    );
    return () => {
      isCurrent = false;
    };
  }, [module, wanted, round]);
  const retry = useCallback(() => {
    setState({});
    setRound((before) => before + 1);
  }, []);
  return { records: state.records, error: state.error, retry };
}

/** '22 loans, 3 copies': formats counts with the labels of the modules. */
export function useCountFormatter(): (counts: readonly DependentCount[]) => string {
  const shell = useShell();
  const modules = shell.data?.modules ?? [];
  return (counts) =>
    counts
      .flatMap(({ module, count }) => {
        const known = modules.find((one) => one.name === module);
        return known === undefined || count === 0 ? [] : [`${count} ${(count === 1 ? known.labelSingular : known.label).toLowerCase()}`];
      })
      .join(', ');
}

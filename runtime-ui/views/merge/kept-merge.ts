import { useEffect, useMemo, useState } from 'react';
import type { JsonValue, ModuleView } from '#engine/model';
import { isObject, readDialog, useKeptDialog, useUserId, type DialogWork } from '../../headless/index.ts';
import type { MergeChosen } from './use-merge.ts';

const textOf = (value: JsonValue | undefined): string | undefined => (typeof value === 'string' ? value : undefined);
const textsIn = (values: readonly (JsonValue | undefined)[]): string[] => values.flatMap((value) => textOf(value) ?? []);

function readChosen({ choices: { choices, left, picked } }: DialogWork): MergeChosen {
  const rows = isObject(choices) ? Object.entries(choices).flatMap(([row, key]) => (typeof key === 'string' ? [[row, key] as const] : [])) : [];
  return { choices: Object.fromEntries(rows), left: textsIn(Array.isArray(left) ? left : []), picked: textOf(picked) };
}

const sameRecords = (one: readonly string[], two: readonly string[]): boolean => [...one].sort().join() === [...two].sort().join();

/** What was chosen for a merge of the same records when it was cut off; undefined until that is known, null when nothing was. */
export function useCutOffMerge(module: ModuleView, ids: readonly string[], isOfForm: boolean): MergeChosen | null | undefined {
  const userId = useUserId();
  const [found, setFound] = useState<MergeChosen | null>();
  const wanted = ids.join();
  useEffect(() => {
    if (userId === undefined) return undefined;
    let isCurrent = true;
    void readDialog(userId, module.name, 'merge', isOfForm).then((work) => {
      if (isCurrent) setFound(work !== undefined && sameRecords(work.ids, wanted.split(',')) ? readChosen(work) : null);
    });
    return () => { isCurrent = false; };
  }, [userId, module.name, isOfForm, wanted]);
  return found;
}

/** Keeps which record and which values were chosen, none of the values themselves, until the dialog is closed: answers how to give it up. */
export function useKeptMerge(module: ModuleView, ids: readonly string[], isOfForm: boolean, chosen: MergeChosen | undefined): () => void {
  const wanted = ids.join();
  const work = useMemo(() => chosen && { ids: wanted.split(','), choices: { ...chosen }, withheld: [] }, [chosen, wanted]);
  return useKeptDialog({ module: module.name, name: 'merge', isOfForm, work });
}

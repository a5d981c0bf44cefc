import { useEffect, useMemo, useState } from 'react';
import type { JsonValue } from '#engine/model/values';
import type { ModuleView } from '#engine/model/wire';
import { isObject, readDialogDraft, useDialogDraft, useUserId, type DialogDraft } from '../../headless/index.ts';
import type { MergeDecisions } from './use-merge.ts';

const textOf = (value: JsonValue | undefined): string | undefined => (typeof value === 'string' ? value : undefined);
const textsIn = (values: readonly (JsonValue | undefined)[]): string[] => values.flatMap((value) => textOf(value) ?? []);

function readDecisions({ choices: { choices, excluded, chosenPrimary } }: DialogDraft): MergeDecisions {
  const rows = isObject(choices)
    ? Object.entries(choices).flatMap(([row, key]) => (typeof key === 'string' ? [[row, key] as const] : []))
    : [];
  return {
    choices: Object.fromEntries(rows),
    excluded: textsIn(Array.isArray(excluded) ? excluded : []),
    chosenPrimary: textOf(chosenPrimary),
  };
}

const sameRecords = (one: readonly string[], two: readonly string[]): boolean => [...one].sort().join() === [...two].sort().join();

/** The stored choices of an interrupted merge of the same records; undefined while loading, null if there are none. */
export function useRestoredMerge(module: ModuleView, ids: readonly string[], isOfForm: boolean): MergeDecisions | null | undefined {
  const userId = useUserId();
  const [found, setFound] = useState<MergeDecisions | null>();
  const wanted = ids.join();
  useEffect(() => {
    if (userId === undefined) return undefined;
    let isCurrent = true;
    void readDialogDraft(userId, module.name, 'merge', isOfForm).then((work) => {
      if (isCurrent) setFound(work !== undefined && sameRecords(work.ids, wanted.split(',')) ? readDecisions(work) : null);
    });
    return () => {
      isCurrent = false;
    };
  }, [userId, module.name, isOfForm, wanted]);
  return found;
}

/** Stores the chosen primary record and columns, but no field values, until the dialog is closed. Returns a function that discards them. */
export function useStoreMerge(
  module: ModuleView,
  ids: readonly string[],
  isOfForm: boolean,
  chosen: MergeDecisions | undefined,
): () => void {
  const wanted = ids.join();
  const draft = useMemo(() => chosen && { ids: wanted.split(','), choices: { ...chosen }, redactedFields: [] }, [chosen, wanted]);
  return useDialogDraft({ module: module.name, name: 'merge', isOfForm, draft });
}

import { useState } from 'react';
import type { JsonObject } from '#engine/model';
import {
  findModule,
  getErrorMessage,
  showNotice,
  updateRecord,
  useInvalidateRecords,
  useRecordSearch,
  useShell,
  type RecordData,
} from '#ui';
import { listPatches, type EditorKind, type GroupedRecords, type RecordPatch } from './editor-kinds.ts';
import { tNavigation } from './texts.ts';

/** Most records that an editor sorts. */
const MOST = 500;

/** The records of an editor, as they will be once what is being saved is saved. */
export function useEditorRecords(kind: Pick<EditorKind, 'module'>) {
  const { data: shell } = useShell();
  const module = shell && findModule(shell, kind.module);
  const invalidate = useInvalidateRecords();
  const [pending, setPending] = useState<ReadonlyMap<string, JsonObject>>(new Map());
  const { data, error, refetch } = useRecordSearch(module, { pageNumber: 0, pageSize: MOST, sortField: 'name', sortOrder: 'asc' });
  const records = data?.data.map((record): RecordData => ({ ...record, ...pending.get(record._id) }));
  /** Saves values of records in one batch; if one is refused, shows why, and what is stored. True if all were saved. */
  const save = async (patches: readonly RecordPatch[]): Promise<boolean> => {
    if (module === undefined) return false;
    let isSaved = true;
    setPending(new Map(patches.map(({ record, fields }) => [record._id, fields])));
    let batchId: string | undefined;
    try {
      for (const { record, fields } of patches) {
        const saved = await updateRecord(module.path, record._id, fields, batchId === undefined ? {} : { batchId });
        batchId = saved.batchId;
      }
    } catch (failure) {
      isSaved = false;
      showNotice({ kind: 'error', text: tNavigation('moveFailed', { error: getErrorMessage(failure) }) });
    }
    await invalidate([module.name]);
    setPending(new Map());
    return isSaved;
  };
  return { shell, module, records, error, refetch, save };
}

/** Saves the groups as they are sorted now. */
export function saveGroups(
  kind: EditorKind,
  { records, save }: Pick<ReturnType<typeof useEditorRecords>, 'records' | 'save'>,
  groups: readonly GroupedRecords[],
): Promise<boolean> {
  return save(listPatches(kind, records ?? [], groups));
}

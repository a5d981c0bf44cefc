import type { FieldView, ModuleView } from '#engine/model/wire';
import type { JsonValue } from '#engine/model/values';
import { useEntryNames, useFileName, useRecordNamesById, type HistoryEntry } from '../../headless/index.ts';
import { formatChange, listLinkedIds } from './format-change.ts';

/** The values before and after a change for display: names of records and files, labels of options. */
export function useChangeTexts(
  module: ModuleView,
  field: FieldView | undefined,
  { previous_value: before, new_value: after }: Pick<HistoryEntry, 'previous_value' | 'new_value'>,
): { readonly before: string; readonly after: string } {
  const [linkedBefore, linkedAfter] = [listLinkedIds(field, before), listLinkedIds(field, after)];
  const namesBefore = useRecordNamesById(linkedBefore.module, linkedBefore.ids);
  const namesAfter = useRecordNamesById(linkedAfter.module, linkedAfter.ids);
  const inEntries = useEntryNames(field, [before, after]);
  const names = field?.entry === undefined ? new Map([...namesBefore, ...namesAfter]) : inEntries;
  const pathOf = (value: JsonValue) => (field?.inputType === 'File' && typeof value === 'string' ? value : '');
  const fileBefore = useFileName(pathOf(before));
  const fileAfter = useFileName(pathOf(after));
  return {
    before: fileBefore ?? formatChange(module, field, before, names),
    after: fileAfter ?? formatChange(module, field, after, names),
  };
}

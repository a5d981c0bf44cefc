import type { GridApi } from 'ag-grid-community';
import { useCallback, useState } from 'react';
import type { FieldView, ModuleView } from '#engine/model/wire';
import type { RecordData } from '../../client/index.ts';
import { findStatusField, isRelating, useUserId, type ListHandle, type ListColumn } from '../../headless/index.ts';
import { isInlineEditable, type SavedField } from '../../headless/inline/index.ts';
import type { EditStep } from '../inline/field-editor.tsx';
import { useSaveFeedback } from '../inline/use-save-feedback.ts';
import { findCell } from './find-cell.ts';

/** The cell that is edited. */
export interface EditedCell {
  readonly rowId: string;
  readonly colId: string;
  readonly field: FieldView;
  readonly record: RecordData;
}

export interface CellEdit {
  readonly cell: EditedCell | undefined;
  /** Starts an edit; false if the cell is not editable inline. */
  readonly begin: (rowId: string, colId: string) => boolean;
  /** Starts an edit of the record's status, wherever its column is. */
  readonly beginStatus: (rowId: string) => boolean;
  readonly isEditable: (record: RecordData, colId: string) => boolean;
  readonly onSaved: (save: SavedField) => void;
  readonly onTheirs: () => void;
  readonly onClose: (step: EditStep) => void;
}

interface CellEditInput {
  readonly api: GridApi<RecordData>;
  readonly grid: HTMLElement;
  readonly module: ModuleView;
  readonly list: ListHandle;
}

/** The row that is shown until it is loaded again: the saved record, with the names of relates if known. */
function mergeSaved(module: ModuleView, before: RecordData, field: FieldView, { record, value }: SavedField): RecordData {
  const plain = Object.entries(record).filter(([name]) => !module.fields.some((one) => one.fieldName === name && isRelating(one)));
  return { ...before, ...(Object.fromEntries(plain) as RecordData), [field.fieldName]: value };
}

function columnOf(columns: readonly ListColumn[], colId: string): ListColumn | undefined {
  return columns.find((column) => column.item.fieldName === colId);
}

/** Editing in the cells of a grid. */
export function useCellEdit({ api, grid, module, list }: CellEditInput): CellEdit {
  const { notifyFieldSaved, drop: onTheirs } = useSaveFeedback(module);
  const userId = useUserId();
  const [cell, setCell] = useState<EditedCell | undefined>(undefined);
  const { columns } = list;
  const isEditable = useCallback(
    (record: RecordData, colId: string) => {
      const item = columnOf(columns, colId)?.item;
      return item !== undefined && isInlineEditable(module, item, record, userId);
    },
    [columns, module, userId],
  );
  const open = useCallback(
    (rowId: string, colId: string, field: FieldView | undefined) => {
      const record = api.getRowNode(rowId)?.data;
      if (record === undefined || field === undefined) return false;
      setCell({ rowId, colId, field, record });
      return true;
    },
    [api],
  );
  const begin = useCallback(
    (rowId: string, colId: string) => {
      const record = api.getRowNode(rowId)?.data;
      return record !== undefined && isEditable(record, colId) && open(rowId, colId, columnOf(columns, colId)?.item.field);
    },
    [api, columns, isEditable, open],
  );
  const beginStatus = useCallback(
    (rowId: string) => {
      const field = findStatusField(module);
      const record = api.getRowNode(rowId)?.data;
      if (
        field === undefined ||
        record === undefined ||
        !isInlineEditable(module, { field, layout: { fieldName: field.fieldName } }, record, userId)
      )
        return false;
      const isShown = findCell(grid, rowId, field.fieldName) !== undefined;
      return open(rowId, isShown ? field.fieldName : (api.getFocusedCell()?.column.getColId() ?? module.nameField), field);
    },
    [api, grid, module, open, userId],
  );

  const onSaved = (save: SavedField) => {
    if (cell === undefined) return;
    const node = api.getRowNode(cell.rowId);
    if (node?.data !== undefined) node.setData(mergeSaved(module, node.data, cell.field, save));
    notifyFieldSaved(cell.field.label, save);
  };
  const onClose = (step: EditStep) => {
    if (cell === undefined) return;
    setCell(undefined);
    const node = api.getRowNode(cell.rowId);
    if (node?.rowIndex === null || node?.rowIndex === undefined) return;
    const next = step === 0 ? undefined : nextEditable(api, cell, step, isEditable);
    api.setFocusedCell(node.rowIndex, next ?? cell.colId);
    // The next input opens after the previous one is unmounted.
    if (next !== undefined) setTimeout(() => begin(cell.rowId, next));
  };
  return { cell, begin, beginStatus, isEditable, onSaved, onTheirs, onClose };
}

/** The next editable column of the row, in display order. */
function nextEditable(
  api: GridApi<RecordData>,
  { rowId, colId }: EditedCell,
  step: EditStep,
  isEditable: CellEdit['isEditable'],
): string | undefined {
  const record = api.getRowNode(rowId)?.data;
  if (record === undefined) return undefined;
  const names = api.getAllDisplayedColumns().map((column) => column.getColId());
  const ordered = step === 1 ? names.slice(names.indexOf(colId) + 1) : names.slice(0, Math.max(0, names.indexOf(colId))).reverse();
  return ordered.find((name) => isEditable(record, name));
}

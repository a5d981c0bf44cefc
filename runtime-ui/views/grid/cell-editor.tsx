import type { GridApi } from 'ag-grid-community';
import { useLayoutEffect, useRef, useState } from 'react';
import type { FieldView, ModuleView } from '#engine/model/wire';
import type { RecordData } from '../../client/index.ts';
import { useBroadcastEditing } from '../../headless/index.ts';
import { FieldEditor, type FieldEditorProps } from '../inline/field-editor.tsx';
import { scrollColumnIntoView, findCell } from './find-cell.ts';

interface CellEditorProps extends Omit<FieldEditorProps, 'module' | 'field' | 'record'> {
  readonly api: GridApi<RecordData>;
  readonly grid: HTMLElement;
  readonly module: ModuleView;
  readonly field: FieldView;
  readonly record: RecordData;
  readonly colId: string;
}

/** Minimum width of an input in CSS pixels, if its cell is narrower. */
const MIN_WIDTHS: { readonly [type in FieldView['inputType']]?: number } = {
  Address: 360,
  EmailAddress: 360,
  DateTime: 260,
  TextArea: 360,
  FlexRelate: 360,
  MultiFlexRelate: 360,
  MultiRelate: 280,
  MultiSelect: 280,
  ListField: 280,
  Url: 280,
};
const DEFAULT_MIN_WIDTH = 200;

interface Place {
  readonly left: number;
  readonly width: number;
  readonly top?: number;
  readonly bottom?: number;
}

/** The position over the cell, inside the grid; in the lower part of the window the input grows upwards. */
function placeOver(grid: HTMLElement, cell: HTMLElement, field: FieldView): Place {
  const { left, top, bottom, width } = cell.getBoundingClientRect();
  const wide = Math.max(width, MIN_WIDTHS[field.inputType] ?? DEFAULT_MIN_WIDTH);
  const base = { left: Math.max(8, Math.min(left, grid.getBoundingClientRect().right - wide - 4)), width: wide };
  return top > globalThis.innerHeight * 0.7 ? { ...base, bottom: globalThis.innerHeight - bottom } : { ...base, top };
}

/** The input of a cell, over the cell. It follows the rows while they are scrolled. */
export function CellEditor({ api, grid, module, colId, field, record, ...rest }: CellEditorProps) {
  useBroadcastEditing(module.name, record._id, field.fieldName);
  const [place, setPlace] = useState<Place | undefined>(undefined);
  const last = useRef<Place | undefined>(undefined);
  useLayoutEffect(() => {
    const follow = () => {
      const cell = findCell(grid, record._id, colId);
      const next = cell === undefined ? last.current : placeOver(grid, cell, field);
      last.current = next;
      setPlace(next);
    };
    scrollColumnIntoView(api, grid, colId);
    follow();
    // A column outside the viewport is rendered a moment later.
    const later = setTimeout(follow, 60);
    api.addEventListener('bodyScroll', follow);
    globalThis.addEventListener('resize', follow);
    return () => {
      clearTimeout(later);
      if (!api.isDestroyed()) api.removeEventListener('bodyScroll', follow);
      globalThis.removeEventListener('resize', follow);
    };
  }, [api, grid, colId, field, record._id]);
  if (place === undefined) return null;
  return (
    <div className="mi-cell" style={place}>
      <FieldEditor {...rest} module={module} field={field} record={record} />
    </div>
  );
}

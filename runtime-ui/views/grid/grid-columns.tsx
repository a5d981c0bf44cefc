import type { ColDef, ICellRendererParams } from 'ag-grid-community';
import type { ModuleView } from '#engine/model/wire';
import { recordRoute, useSession, type RecordData } from '../../client/index.ts';
import { findCellSlot } from '../../extensions/index.ts';
import { FieldValue, isNumericField } from '../../fields/values/index.ts';
import { findDropdown, readValue, recordName, type LayoutItem, type ListColumn, type ListState } from '../../headless/index.ts';
import { SkeletonBar, TextLink } from '../../kit/index.ts';
import { SortedLaterHeader } from './sorted-later-header.tsx';

/** The context that the grid passes to every cell. */
export interface GridContext {
  readonly module: ModuleView;
}

interface CellParams extends ICellRendererParams<RecordData, unknown, GridContext> {
  readonly column_: ListColumn;
}

function NameCell({ module, record }: { readonly module: ModuleView; readonly record: RecordData }) {
  const user = useSession((session) => session.user);
  return (
    <TextLink look="name" className="mg-name ms-clip" tabIndex={-1} href={recordRoute(module.name, record._id, user)}>
      {recordName(module, record)}
    </TextLink>
  );
}

interface RecordCellProps {
  readonly module: ModuleView;
  readonly item: LayoutItem;
  readonly record: RecordData;
}

/** A value in a list: the name as a link, a plugin's cell, or the value by its type. */
export function RecordCell({ module, item, record }: RecordCellProps) {
  if (item.fieldName === module.nameField) return <NameCell module={module} record={record} />;
  if (item.field === undefined) return null;
  const value = readValue(record, item.fieldName);
  const Slot = item.part === undefined ? findCellSlot(module.name, item.field) : undefined;
  if (Slot) return <Slot field={item.field} value={value} module={module} record={record} />;
  return <FieldValue module={module} field={item.field} value={value} isPart={item.part !== undefined} record={record} />;
}

function Cell({ data, context, column_ }: CellParams) {
  if (data === undefined) return <SkeletonBar width="60%" />;
  return <RecordCell module={context.module} item={column_.item} record={data} />;
}

function isStatus(module: ModuleView, { item }: ListColumn): boolean {
  return item.field !== undefined && findDropdown(module, item.field)?.options.some((option) => option.hue !== undefined) === true;
}

function cellClassOf(module: ModuleView, column: ListColumn): string {
  if (isNumericField(column.item.field)) return 'mg-figure';
  if (column.item.fieldName === module.nameField) return 'mg-name-cell';
  return isStatus(module, column) ? 'mg-status-cell' : '';
}

/** Fits the first and last name of most people next to their avatar. */
const PERSON_WIDTH = 148;

/** Fits a date with its year. */
const DAY_WIDTH = 104;

/** Fits a day with the days since then. */
const DUE_WIDTH = 152;

/** Fits an amount; its unit is never cut. */
const AMOUNT_WIDTH = 84;
const CHARACTER_WIDTH = 7;

/** The initial width of a column and its minimum when space is limited: pills, people, dates and phone numbers are not shrunk. */
function initialWidth(module: ModuleView, column: ListColumn): { readonly flex: number; readonly minWidth: number } {
  const { item, width = 140 } = column;
  const isPerson = item.field?.inputType === 'Relate' && item.field.refs.includes('users');
  const isDay = item.field?.inputType === 'Date';
  const { unit, openWhen } = item.field ?? {};
  const least = isPerson
    ? PERSON_WIDTH
    : openWhen
      ? DUE_WIDTH
      : isDay
        ? DAY_WIDTH
        : unit
          ? AMOUNT_WIDTH + unit.length * CHARACTER_WIDTH
          : 0;
  const flex = Math.max(width, least);
  const keepsWidth = least > 0 || item.field?.inputType === 'Phone' || isStatus(module, column);
  return { flex, minWidth: Math.max(56, Math.round(flex * (keepsWidth ? 1 : 0.8))) };
}

/**
 * The grid's columns. A width that the user set is fixed; the others share the remaining width in proportion to the widths of the layout.
 */
export function gridColumns(
  module: ModuleView,
  columns: readonly ListColumn[],
  order: Pick<ListState, 'sortField' | 'sortOrder'>,
  savedWidths: { readonly [fieldName: string]: number },
): ColDef<RecordData>[] {
  return columns
    .filter((column) => column.shown && column.item.field !== undefined)
    .map((column) => {
      const { item } = column;
      const savedWidth = savedWidths[item.fieldName];
      return {
        colId: item.fieldName,
        headerName: item.label,
        sortable: column.sortable,
        ...(item.field?.sortedLater === true ? { headerComponent: SortedLaterHeader } : {}),
        initialSort: order.sortField === item.fieldName ? order.sortOrder : null,
        cellRenderer: Cell,
        cellRendererParams: { column_: column },
        cellClass: cellClassOf(module, column),
        headerClass: isNumericField(item.field) ? 'mg-figure-header' : '',
        ...(savedWidth === undefined ? initialWidth(module, column) : { width: savedWidth, flex: 0, minWidth: 56 }),
      } satisfies ColDef<RecordData>;
    });
}

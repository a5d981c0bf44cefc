import type { FieldView, ModuleView } from '#engine/model/wire';
import type { JsonObject } from '#engine/model/values';
import { findDropdown, isWritable, type ListGroup } from '../../headless/index.ts';
import type { PillHue } from '../../kit/index.ts';

/** Records with the same value in the board's field. */
export interface BoardColumn {
  readonly id: string;
  /** Null: records without a value. */
  readonly value: string | null;
  readonly label: string;
  readonly hue: PillHue | undefined;
  readonly count: number;
  /** Search terms that match only the records of the column. */
  readonly terms: JsonObject;
  /** Whether records can be moved here: not to a value that is no longer offered, nor to the empty value of a required field. */
  readonly canDrop: boolean;
  /** Initially narrow: the column is empty, or its records are inactive. */
  readonly isCollapsed: boolean;
}

type Option = NonNullable<ReturnType<typeof findDropdown>>['options'][number];

/** Number of options at the end of the list that match. */
function countLast(options: readonly Option[], fits: (option: Option) => boolean): number {
  const at = options.findLastIndex((option) => !fits(option));
  return options.length - 1 - at;
}

/** The columns of a board: the options in their order, then values that are not among the options, then records without a value. */
export function buildBoardColumns(module: ModuleView, field: FieldView, groups: readonly ListGroup[], noneLabel: string): BoardColumn[] {
  const options = findDropdown(module, field)?.options ?? [];
  const counts = new Map(groups.map((group) => [group.value, group.count]));
  const canWrite = isWritable(field, true);
  // Options without a hue give no information about their state.
  const isHued = options.some((option) => option.hue !== undefined);
  const firstIdle = isHued ? options.length - countLast(options, ({ hue }) => hue === undefined || hue === 'gray') : options.length;
  const known: BoardColumn[] = options.flatMap(({ value, label, hue, retired }, at) => {
    const count = counts.get(value) ?? 0;
    if (retired === true && count === 0) return [];
    return [
      {
        id: value,
        value,
        label,
        hue,
        count,
        terms: { [field.fieldName]: { equals: value } },
        canDrop: canWrite && retired !== true,
        isCollapsed: count === 0 || retired === true || at >= firstIdle,
      },
    ];
  });
  const unknown: BoardColumn[] = groups.flatMap(({ value, count }) => {
    if (typeof value !== 'string' || options.some((option) => option.value === value)) return [];
    return [
      {
        id: value,
        value,
        label: value,
        hue: undefined,
        count,
        terms: { [field.fieldName]: { equals: value } },
        canDrop: false,
        isCollapsed: false,
      },
    ];
  });
  return [...known, ...unknown, ...buildEmptyColumn(field, counts.get(null) ?? 0, canWrite, noneLabel)];
}

/** The column of records without a value; none if there are no such records. */
function buildEmptyColumn(field: FieldView, count: number, canWrite: boolean, label: string): BoardColumn[] {
  if (count === 0) return [];
  return [
    {
      id: '',
      value: null,
      label,
      hue: undefined,
      count,
      terms: { [field.fieldName]: { exists: false } },
      canDrop: canWrite && field.required !== true,
      isCollapsed: false,
    },
  ];
}

/** The next column in a direction that a record can be moved to; the same column if there is none. */
export function findAdjacentColumn(columns: readonly BoardColumn[], id: string, step: -1 | 1): BoardColumn | undefined {
  const at = columns.findIndex((column) => column.id === id);
  const ahead = step === 1 ? columns.slice(at + 1) : columns.slice(0, Math.max(0, at)).reverse();
  return ahead.find((column) => column.canDrop) ?? columns[at];
}

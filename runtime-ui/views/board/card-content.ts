import type { FieldView, ModuleView } from '#engine/model/wire';
import type { InputType } from '#engine/model/definitions';
import type { RecordData } from '../../client/index.ts';
import { countDaysLate, formatValue, relateName, formatShortInstant, textOf } from '../../fields/values/index.ts';
import { formatDay, isToday } from '../../kit/index.ts';
import { findField, isEmptyValue, isWritable, readValue, recordName, type LayoutItem } from '../../headless/index.ts';

const AMOUNT_TYPES: readonly InputType[] = ['Currency', 'Number'];
const DATE_TYPES: readonly InputType[] = ['Date', 'DateTime'];
/** Types that are not shown as a text line. */
const NON_TEXT_TYPES: readonly InputType[] = [
  'Checkbox',
  'Object',
  'Array',
  'File',
  'MessageListField',
  'AutoIncrement',
  ...AMOUNT_TYPES,
  ...DATE_TYPES,
];
const MAX_LINES = 2;

/** The fields that a card shows, and where. */
export interface CardFields {
  readonly lines: readonly LayoutItem[];
  readonly amount: FieldView | undefined;
  /** Editable date fields; the first one with a value is shown. */
  readonly dates: readonly FieldView[];
  /** Names of fields to load in addition to those of the list. */
  readonly names: readonly string[];
}

/** The content of one record's card. */
export interface CardContent {
  readonly title: string;
  readonly lines: readonly string[];
  readonly amount: string;
  /** `daysLate`: days since an open deadline; else 0. Days are those of the browser's time zone. */
  readonly date: { readonly text: string; readonly isToday: boolean; readonly daysLate: number; readonly label: string } | undefined;
  readonly age: { readonly text: string; readonly at: string } | undefined;
  readonly owner: string;
  /** Why the record is in its column, if the column requires a reason. */
  readonly reason: string;
}

/**
 * Selects the card fields from the columns of a list: two text lines, one amount, one date. The board's own field is omitted because the
 * column shows it.
 */
export function pickCardFields(module: ModuleView, board: FieldView, columns: readonly LayoutItem[]): CardFields {
  const shown = columns.filter(
    (item) =>
      item.field !== undefined &&
      item.fieldName !== board.fieldName &&
      item.fieldName !== module.nameField &&
      item.fieldName !== 'assigned_to',
  );
  const typed = (types: readonly InputType[]) =>
    shown
      .filter((item) => item.part === undefined && item.field !== undefined && types.includes(item.field.inputType))
      .map((item) => item.field as FieldView);
  const money = module.fields.find((field) => field.inputType === 'Currency' && field.deleted !== true && field.sensitive !== true);
  const amount = typed(['Currency'])[0] ?? money ?? typed(['Number'])[0];
  // Deadlines first: they can be late.
  const dates = typed(DATE_TYPES)
    .filter((field) => !field.system && isWritable(field, true))
    .sort((a, b) => Number(a.openWhen === undefined) - Number(b.openWhen === undefined));
  const lines = shown.filter(
    (item) => item.part !== undefined || (item.field !== undefined && !NON_TEXT_TYPES.includes(item.field.inputType)),
  );
  const names = [board.fieldName, amount?.fieldName, findField(module, 'updatedAt')?.fieldName].filter((name) => name !== undefined);
  return { lines, amount, dates, names };
}

function formatItem(module: ModuleView, record: RecordData, { field, part, fieldName }: LayoutItem): string {
  const value = readValue(record, fieldName);
  if (field === undefined || isEmptyValue(value)) return '';
  return part === undefined ? formatValue(module, field, value) : textOf(value);
}

function dateOf(module: ModuleView, record: RecordData, { dates }: CardFields): CardContent['date'] {
  const field = dates.find(({ fieldName }) => !isEmptyValue(record[fieldName]));
  if (field === undefined) return undefined;
  const stored = textOf(record[field.fieldName]);
  return {
    text: field.inputType === 'Date' ? formatDay(stored) : formatShortInstant(stored),
    isToday: isToday(stored),
    daysLate: countDaysLate(module, field, record),
    label: field.label,
  };
}

/** The elapsed time in short form: `now`, `5m`, `2h`, `9d`, `3w`, then the date. */
export function formatAge(at: string, now: Date = new Date()): string {
  const minutes = Math.floor((now.getTime() - new Date(at).getTime()) / 60_000);
  if (Number.isNaN(minutes)) return '';
  if (minutes < 1) return 'now';
  if (minutes < 60) return `${minutes}m`;
  if (minutes < 1440) return `${Math.floor(minutes / 60)}h`;
  const days = Math.floor(minutes / 1440);
  if (days < 14) return `${days}d`;
  return days < 56 ? `${Math.floor(days / 7)}w` : formatDay(at, now);
}

/**
 * Builds the card content of a record. A name composed of other fields, such as `title – author`, is shortened to its first part: the rest is
 * in the lines.
 */
export function cardContent(module: ModuleView, record: RecordData, fields: CardFields, reason?: FieldView): CardContent {
  const name = recordName(module, record);
  const words = fields.lines.map((item) => formatItem(module, record, item)).filter((text) => text !== '');
  const title = words.find((text) => name.startsWith(`${text} – `)) ?? name;
  const lines = [...new Set(words)].filter((text) => text !== title).slice(0, MAX_LINES);
  const { amount } = fields;
  const changed = record.updatedAt;
  return {
    title,
    lines,
    date: dateOf(module, record, fields),
    owner: relateName(record.assigned_to),
    reason: reason === undefined ? '' : formatValue(module, reason, record[reason.fieldName]),
    amount:
      amount === undefined || isEmptyValue(record[amount.fieldName])
        ? ''
        : formatValue(module, amount, record[amount.fieldName]).replace(' an hour', '/h'),
    age: typeof changed === 'string' ? { text: formatAge(changed), at: changed } : undefined,
  };
}

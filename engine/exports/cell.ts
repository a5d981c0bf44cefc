import { dayToTimestamp, timestampToDay, type ZoneClock } from '#engine/model/time';

/**
 * A value of an exported column. A day is `YYYY-MM-DD`; an instant is the wall clock of the application's time zone, as epoch milliseconds
 * of the same date and time in UTC; undefined: the cell is empty.
 */
export type Cell =
  | undefined
  | string
  | number
  | boolean
  | { readonly kind: 'day'; readonly day: string }
  | { readonly kind: 'instant'; readonly local: number }
  | { readonly kind: 'money'; readonly dollars: number };

/** An instant as a cell; the text itself if it is none. */
export function createInstantCell(iso: string, zone: ZoneClock): Cell {
  const instant = Date.parse(iso);
  return Number.isNaN(instant) ? iso : { kind: 'instant', local: zone.localTime(instant) };
}

/** A cell as text: dates as `MM/DD/YY` and `MM/DD/YY, h:mm:ss a`, numbers and money as digits. */
export function toCellText(cell: Cell): string {
  if (cell === undefined) return '';
  if (typeof cell === 'boolean') return cell ? 'Yes' : 'No';
  if (typeof cell !== 'object') return String(cell);
  if (cell.kind === 'money') return cell.dollars.toFixed(2);
  return cell.kind === 'day' ? formatDay(cell.day) : formatInstant(cell.local);
}

/** A day as `MM/DD/YY`. */
export function formatDay(day: string): string {
  return `${day.slice(5, 7)}/${day.slice(8, 10)}/${day.slice(2, 4)}`;
}

function formatInstant(local: number): string {
  const date = new Date(local);
  const hour = date.getUTCHours();
  const pad = (part: number): string => String(part).padStart(2, '0');
  const time = `${hour % 12 === 0 ? 12 : hour % 12}:${pad(date.getUTCMinutes())}:${pad(date.getUTCSeconds())}`;
  return `${formatDay(timestampToDay(local))}, ${time} ${hour < 12 ? 'am' : 'pm'}`;
}

const DAY = 86_400_000;

/** The first day that spreadsheets number right: they count a February 29 in 1900. */
const FIRST_DAY = dayToTimestamp('1900-03-01');
const END = dayToTimestamp('9999-12-31') + DAY;

/** A wall clock as the number of a spreadsheet: days since 1899-12-30. Undefined: it is out of the range of spreadsheets. */
export function toSerial(local: number): number | undefined {
  return local >= FIRST_DAY && local < END ? local / DAY + 25_569 : undefined;
}

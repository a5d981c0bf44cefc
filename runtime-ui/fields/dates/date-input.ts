import dayjs from 'dayjs';

const DAY = /^(\d{1,2})[/.\-\s](\d{1,2})(?:[/.\-\s](\d{2}|\d{4}))?$/;
const ISO = /^(\d{4})-(\d{1,2})-(\d{1,2})$/;

function toDay(year: number, month: number, day: number): string | undefined {
  const text = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
  const date = new Date(`${text}T00:00:00Z`);
  // 2026-02-30 rolls over into March, so it is not a valid day.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? text : undefined;
}

function fullYear(text: string | undefined, thisYear: number): number {
  if (text === undefined) return thisYear;
  return text.length === 2 ? 2000 + Number(text) : Number(text);
}

/** Parses a typed day (`11/18/2026`, `11/18`, `2026-11-18`) to `YYYY-MM-DD`; undefined if it is not a day. */
export function parseDayInput(text: string, thisYear: number = dayjs().year()): string | undefined {
  const typed = text.trim();
  const iso = ISO.exec(typed);
  if (iso) return toDay(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const us = DAY.exec(typed);
  return us ? toDay(fullYear(us[3], thisYear), Number(us[1]), Number(us[2])) : undefined;
}

/** Formats a stored day for the input: `11/18/2026`. */
export function formatDayInput(stored: string): string {
  const iso = ISO.exec(stored.slice(0, 10));
  return iso ? `${iso[2]}/${iso[3]}/${iso[1]}` : stored;
}

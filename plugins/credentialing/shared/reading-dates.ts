/** A day in a text. */
export interface FoundDate {
  /** `YYYY-MM-DD`; of a month alone, its first day. */
  readonly day: string;
  /** The last day of the month, if the text has a month alone; else `day`. */
  readonly lastDay: string;
  readonly start: number;
  readonly end: number;
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?';
/** Two digits of a year: up to 2060, as documents end in the future. */
const LAST_SHORT_YEAR = 60;
const [FIRST_YEAR, LAST_YEAR] = [1920, 2100];

type Parts = readonly [year: string | undefined, month: string | undefined, day?: string | undefined];

/** The forms of days in documents of the United States; the first form that matches at a place counts. */
const FORMS: readonly { readonly pattern: RegExp; readonly read: (match: RegExpExecArray) => Parts }[] = [
  {
    pattern: new RegExp(`\\b${MONTH}\\s*(\\d{1,2})(?:st|nd|rd|th)?,?\\s+(\\d{4})\\b`, 'gi'),
    read: ([, month, day, year]) => [year, month, day],
  },
  { pattern: new RegExp(`\\b(\\d{1,2})[ -]${MONTH},?[ -](\\d{4})\\b`, 'gi'), read: ([, day, month, year]) => [year, month, day] },
  { pattern: /\b(\d{4})-(\d{1,2})-(\d{1,2})\b/g, read: ([, year, month, day]) => [year, month, day] },
  {
    pattern: /(?<![\d/])(\d{1,2})\s?[/.-]\s?(\d{1,2})\s?[/.-]\s?(\d{4}|\d{2})(?![\d/])/g,
    read: ([, month, day, year]) => [year, month, day],
  },
  { pattern: new RegExp(`\\b${MONTH},?\\s+(\\d{4})\\b`, 'gi'), read: ([, month, year]) => [year, month] },
  { pattern: /(?<![\d/.-])(\d{1,2})\s?\/\s?(\d{4})(?![\d/])/g, read: ([, month, year]) => [year, month] },
];

/** The days in a text, in its order. Those that do not exist, such as February 30, are left out. */
export function findDates(text: string): readonly FoundDate[] {
  const found: FoundDate[] = [];
  for (const { pattern, read } of FORMS)
    for (const match of text.matchAll(pattern)) {
      const [start, end] = [match.index, match.index + match[0].length];
      if (found.some((one) => one.start < end && one.end > start)) continue;
      const days = toDays(read(match));
      if (days !== undefined) found.push({ ...days, start, end });
    }
  return found.sort((one, two) => one.start - two.start);
}

function toDays([yearText = '', monthText = '', dayText]: Parts): Pick<FoundDate, 'day' | 'lastDay'> | undefined {
  const year = yearText.length === 2 ? Number(yearText) + (Number(yearText) <= LAST_SHORT_YEAR ? 2_000 : 1_900) : Number(yearText);
  const month = /\d/.test(monthText) ? Number(monthText) : MONTHS.indexOf(monthText.slice(0, 3).toLowerCase()) + 1;
  if (year < FIRST_YEAR || year > LAST_YEAR || month < 1 || month > 12) return undefined;
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const day = dayText === undefined ? 1 : Number(dayText);
  if (day < 1 || day > last) return undefined;
  return { day: format(year, month, day), lastDay: format(year, month, dayText === undefined ? last : day) };
}

function format(year: number, month: number, day: number): string {
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

/** A day for people: 'May 28, 2027'. */
export function formatDay(day: string): string {
  return new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  );
}

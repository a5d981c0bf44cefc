import { addDays, dayToTimestamp } from '#engine/model';
import type { Point } from './chart-figures.ts';
import { colorOf, FAINT, frame, text, TRACK } from './svg.ts';

const DAY = 86_400_000;
/** The weeks of a year: of more days the last ones are drawn. */
const MOST_WEEKS = 53;
const [LEFT, TOP, STEP, CELL] = [40, 26, 11, 9];
const LEVELS = [0.2, 0.4, 0.6, 0.8, 1] as const;

const dayOf = ({ key }: Point): string | undefined => (typeof key === 'string' ? key.slice(0, 10) : undefined);

/** Days as a calendar, coloured by their values: a column is a week that starts on Sunday. Undefined: no group is a day. */
export function drawDays(points: readonly Point[]): string | undefined {
  const values = new Map(points.flatMap((point) => (dayOf(point) === undefined ? [] : [[dayOf(point), point.value] as const])));
  const days = [...values.keys()].filter((day) => day !== undefined).sort();
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const sundayOf = (day: string): string => addDays(day, -new Date(dayToTimestamp(day)).getUTCDay());
  const weeksFrom = (start: string): number => (dayToTimestamp(sundayOf(last)) - dayToTimestamp(start)) / (7 * DAY) + 1;
  const start = weeksFrom(sundayOf(first)) > MOST_WEEKS ? addDays(sundayOf(last), -7 * (MOST_WEEKS - 1)) : sundayOf(first);
  const weeks = weeksFrom(start);
  const all = [...values.values()];
  const [least, most] = [Math.min(...all), Math.max(...all)];
  const levelOf = (value: number): number =>
    most === least ? 1 : (LEVELS[Math.min(LEVELS.length - 1, Math.floor(((value - least) / (most - least)) * LEVELS.length))] ?? 1);
  const cells = Array.from({ length: weeks * 7 }, (_, at) => {
    const value = values.get(addDays(start, at));
    const look = value === undefined ? `fill="${TRACK}" fill-opacity="0.5"` : `fill="${colorOf(0)}" fill-opacity="${levelOf(value)}"`;
    return `<rect x="${LEFT + Math.floor(at / 7) * STEP}" y="${TOP + (at % 7) * STEP}" width="${CELL}" height="${CELL}" rx="2" ${look}/>`;
  });
  return frame(TOP + 7 * STEP + 12, [...drawMonths(start, weeks), ...drawWeekdays(start), ...cells]);
}

const format = (day: string, options: Intl.DateTimeFormatOptions): string =>
  new Date(dayToTimestamp(day)).toLocaleDateString('en-US', { ...options, timeZone: 'UTC' });

/** The name of each month at its first week; the first one only if the next one does not touch it. */
function drawMonths(start: string, weeks: number): readonly string[] {
  const months = Array.from({ length: weeks }, (_, week) => format(addDays(start, week * 7 + 6), { month: 'short' }));
  return months.flatMap((label, week) => {
    const isShown = week === 0 ? months[2] === undefined || months[2] === label : label !== months[week - 1];
    return isShown ? [text(LEFT + week * STEP, 16, label, { size: 11, fill: FAINT })] : [];
  });
}

function drawWeekdays(start: string): readonly string[] {
  return [1, 3, 5].map((day) =>
    text(8, TOP + day * STEP + 9, format(addDays(start, day), { weekday: 'short' }), { size: 11, fill: FAINT }),
  );
}

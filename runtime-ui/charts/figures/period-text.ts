import { startOfNext, type TimeUnit } from '#engine/model/filter';
import { zoneClock } from '#engine/model/time';
import type { FigureGroup, FigureStepView } from '#engine/model/wire';
import { t } from '../../kit/index.ts';

/** The texts of the groups of a step. */
export interface StepTexts {
  /** For axes and headings of columns. */
  readonly short: readonly string[];
  /** For tooltips and screen readers. */
  readonly full: readonly string[];
  /** The place of the period that is not over; undefined: there is none. */
  readonly open: number | undefined;
  /** Says which period is not over. */
  readonly openNote: string | undefined;
}

const DAY = 86_400_000;

function formatDay(time: number, hasYear: boolean): string {
  return new Date(time).toLocaleDateString('en-US', {
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC',
    ...(hasYear ? { year: 'numeric' } : {}),
  });
}

const timeOf = (key: string): number => Date.parse(`${key.slice(0, 10)}T00:00:00Z`);

/** The start of a period in few characters. `hasYear`: without the year it would be ambiguous. */
function formatStart(unit: TimeUnit, key: string, label: string, hasYear: boolean): string {
  if (unit === 'month' && !hasYear) return new Date(timeOf(key)).toLocaleDateString('en-US', { month: 'short', timeZone: 'UTC' });
  if (unit === 'day' || unit === 'week') return formatDay(timeOf(key), hasYear);
  if (unit !== 'hour') return label;
  const hour = Number(key.slice(11, 13));
  return `${formatDay(timeOf(key), hasYear)}, ${hour % 12 === 0 ? 12 : hour % 12} ${hour < 12 ? 'AM' : 'PM'}`;
}

function formatFull(unit: TimeUnit, key: string, label: string): string {
  if (unit === 'day') return formatDay(timeOf(key), true);
  if (unit !== 'week') return unit === 'hour' ? formatStart(unit, key, label, true) : label;
  return t('charts.span', { from: formatDay(timeOf(key), false), to: formatDay(timeOf(key) + 6 * DAY, true) });
}

/** The current time as a key of a unit compares: `2026-11-26`, or `2026-11-26T14`. */
function readNow(unit: TimeUnit, instant: number, timeZone: string | undefined): string {
  const zone = timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const local = new Date(zoneClock(zone).localTime(instant)).toISOString();
  return local.slice(0, unit === 'hour' ? 13 : 10);
}

function noteOpen(unit: TimeUnit, key: string, label: string): string {
  if (unit === 'week') return t('charts.openWeek', { start: formatDay(timeOf(key), false) });
  return t('charts.openPeriod', { period: unit === 'day' || unit === 'hour' ? formatStart(unit, key, label, false) : label });
}

/** The texts of groups. `instant`: when the figures were computed. */
export function describeStep({ unit, groups }: FigureStepView, instant: number, timeZone: string | undefined): StepTexts {
  if (unit === undefined) {
    const labels = groups.map(({ label }) => label);
    return { short: labels, full: labels, open: undefined, openNote: undefined };
  }
  const keyOf = ({ kind, key }: FigureGroup) => (kind === 'value' && key !== null ? String(key) : undefined);
  const years = new Set(groups.map((group) => keyOf(group)?.slice(0, 4)).filter((year) => year !== undefined));
  const now = readNow(unit, instant, timeZone);
  const isOpen = (key: string | undefined) => key !== undefined && key <= now && now < startOfNext(unit, key);
  const open = groups.findIndex((group) => isOpen(keyOf(group)));
  const opened = groups[open];
  const write = (format: (key: string, label: string, at: number) => string) =>
    groups.map((group, at) => {
      const key = keyOf(group);
      return key === undefined ? group.label : format(key, group.label, at);
    });
  // The year is written where it changes.
  const isNewYear = (key: string, at: number) => {
    const before = at === 0 ? undefined : groups[at - 1];
    return years.size > 1 && key.slice(0, 4) !== (before && keyOf(before))?.slice(0, 4);
  };
  return {
    short: write((key, label, at) => formatStart(unit, key, label, isNewYear(key, at))),
    full: write((key, label) => formatFull(unit, key, label)),
    open: open === -1 ? undefined : open,
    openNote: opened === undefined ? undefined : noteOpen(unit, String(opened.key), opened.label),
  };
}

import { formatDay } from '../exports/index.ts';
import type { TimeUnit } from '#engine/model/filter';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** A period for people, from its start: `11/26/26, 2 pm`, `11/26/26`, `Week of 11/22/26`, `Nov 2026`, `Q4 2026`, `2026`. */
export function formatPeriod(unit: TimeUnit, start: string): string {
  const [year = '', month = ''] = start.split('-');
  const date = formatDay(start);
  switch (unit) {
    case 'hour':
      return `${date}, ${formatHour(Number(start.slice(11, 13)))}`;
    case 'day':
      return date;
    case 'week':
      return `Week of ${date}`;
    case 'month':
      return `${MONTHS[Number(month) - 1] ?? month} ${year}`;
    case 'quarter':
      return `Q${Math.ceil(Number(month) / 3)} ${year}`;
    case 'year':
      return year;
  }
}

function formatHour(hour: number): string {
  return `${hour % 12 === 0 ? 12 : hour % 12} ${hour < 12 ? 'am' : 'pm'}`;
}

const TIME = /^(\d{1,2})(?:[:.]?([0-5]\d))?(?::[0-5]\d)?\s*([ap])?\.?m?\.?$/i;

/** Reads a time of day as people write it ('9:30 AM', '9 pm', '14:05') as HH:mm; undefined: it is no time. */
export function parseTimeOfDay(text: string): string | undefined {
  const [, hours = '', minutes = '00', half] = TIME.exec(text.trim()) ?? [];
  const hour = Number(hours);
  const isValid = hours !== '' && (half === undefined ? hour < 24 : hour >= 1 && hour <= 12);
  if (!isValid) return undefined;
  const inDay = half === undefined ? hour : (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  return `${String(inDay).padStart(2, '0')}:${minutes}`;
}

/** A time of day for display: '13:05' as '1:05 PM'. Other texts are unchanged. */
export function formatTimeOfDay(stored: string): string {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(stored) ?? [];
  if (hours === undefined || minutes === undefined) return stored;
  return `${Number(hours) % 12 || 12}:${minutes} ${Number(hours) < 12 ? 'AM' : 'PM'}`;
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const WRITTEN_MONTH = /^(?:([a-z]{3})[a-z]*|(\d{1,2}))[\s./,-]+(\d{4})$/i;

/** Reads a month as people write it ('Dec 2026', '12/2026', '2026-12') as YYYY-MM; undefined: it is no month. */
export function parseMonth(text: string): string | undefined {
  if (/^\d{4}-(0[1-9]|1[0-2])$/.test(text.trim())) return text.trim();
  const [, name, digits, year] = WRITTEN_MONTH.exec(text.trim()) ?? [];
  const number = digits === undefined ? MONTHS.findIndex((month) => month.toLowerCase() === name?.toLowerCase()) + 1 : Number(digits);
  return year === undefined || number < 1 || number > 12 ? undefined : `${year}-${String(number).padStart(2, '0')}`;
}

/** A month for display: '2026-12' as 'Dec 2026'. Other texts are unchanged. */
export function formatMonth(stored: string): string {
  const [, year, month] = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(stored) ?? [];
  return year === undefined ? stored : `${MONTHS[Number(month) - 1]} ${year}`;
}

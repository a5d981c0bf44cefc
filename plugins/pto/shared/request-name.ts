const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

/** The name of a request: `Mei Tanaka, Dec 6, 8 h`. `day` is `YYYY-MM-DD`. */
export function nameRequest(person: string, day: string, hours: number): string {
  const [, month, date] = day.split('-').map(Number);
  const shown = month === undefined || date === undefined ? day : `${MONTHS[month - 1] ?? ''} ${date}`;
  return `${person === '' ? 'Time off' : person}, ${shown}, ${hours} h`;
}

import { Cron } from 'croner';

/** The next time of a cron expression after a moment, in epoch milliseconds; null: there is none. Throws for an expression that cannot be read. */
export function nextTimeOf(expression: string, timeZone: string, after: number): number | null {
  return new Cron(expression, { timezone: timeZone, paused: true }).nextRun(new Date(after))?.getTime() ?? null;
}

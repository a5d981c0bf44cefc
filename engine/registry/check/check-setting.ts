import { isTimeZone } from '#engine/model/time';
import { PASSWORD_MAX_LIMIT, PASSWORD_MIN } from '#engine/model/validators';
import type { SettingDefinition } from '#engine/model/definitions';
import type { Report } from './check-context.ts';

const MAX_DAYS = 36_500;

/** Checks of the settings that the engine itself reads; other settings are read by their plugins. */
const CHECKS: { readonly [key: string]: (value: unknown) => string | undefined } = {
  time_zone: (value) =>
    typeof value === 'string' && isTimeZone(value) ? undefined : 'It must be the name of a time zone, such as America/New_York.',
  password_max_length: (value) =>
    Number.isInteger(value) && Number(value) >= PASSWORD_MIN && Number(value) <= PASSWORD_MAX_LIMIT
      ? undefined
      : `It must be a whole number from ${PASSWORD_MIN} to ${PASSWORD_MAX_LIMIT}.`,
  undo_days: (value) => (isDays(value, 1) ? undefined : `It must be a whole number of days from 1 to ${MAX_DAYS}.`),
  staff_user_types: (value) =>
    Array.isArray(value) && value.every((type) => typeof type === 'string') ? undefined : 'It must be a list of user types.',
  audit_retention_days: (value) =>
    isDays(value, 0) ? undefined : `It must be a whole number of days up to ${MAX_DAYS}; 0 keeps the log for ever.`,
  query_cache: (value) => (typeof value === 'boolean' ? undefined : 'It must be true or false.'),
};

function isDays(value: unknown, min: number): boolean {
  return Number.isInteger(value) && Number(value) >= min && Number(value) <= MAX_DAYS;
}

/** Checks the value of a setting that the engine reads. */
export function checkSetting({ key, setting }: SettingDefinition, report: Report): void {
  const cause = Object.hasOwn(CHECKS, key) ? CHECKS[key]?.(setting) : undefined;
  if (cause !== undefined) report('/setting', cause);
}

import type { DefinitionSnapshot } from '../../registry/index.ts';

const DAY = 24 * 3_600_000;
const DEFAULT_UNDO_DAYS = 30;

/** For how many days a batch can be undone: the setting `undo_days`, default 30. */
export function undoDaysOf({ settings }: DefinitionSnapshot): number {
  return readDays(settings.get('undo_days')?.setting) ?? DEFAULT_UNDO_DAYS;
}

/** For how many days audit entries are stored: the setting `audit_retention_days`; undefined, the default: forever. */
export function auditDaysOf({ settings }: DefinitionSnapshot): number | undefined {
  return readDays(settings.get('audit_retention_days')?.setting);
}

function readDays(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : undefined;
}

/** The time so many days before `now`, in epoch milliseconds. */
export function daysBefore(now: number, days: number): number {
  return now - days * DAY;
}

/** The lowest id that can be created at a time: ids are UUIDv7, in time order. */
export function lowestIdOf(moment: number): string {
  const time = Math.max(0, Math.floor(moment)).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-`;
}

const TIMED_ID = /^([0-9a-f]{8})-([0-9a-f]{4})-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** When an id was created, in epoch milliseconds; undefined if it does not contain the time. */
export function timeOfId(id: string): number | undefined {
  const [, high, low] = TIMED_ID.exec(id) ?? [];
  return high === undefined || low === undefined ? undefined : Number.parseInt(high + low, 16);
}

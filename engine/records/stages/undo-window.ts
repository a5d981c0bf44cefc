import type { DefinitionSnapshot } from '../../registry/index.ts';

const DAY = 24 * 3_600_000;
const DEFAULT_UNDO_DAYS = 30;

/** For how many days a batch can be undone: the setting `undo_days`, 30 unless an admin says otherwise. */
export function undoDaysOf({ settings }: DefinitionSnapshot): number {
  return readDays(settings.get('undo_days')?.setting) ?? DEFAULT_UNDO_DAYS;
}

/** For how many days the audit log is kept: the setting `audit_retention_days`; undefined, the default: for ever. */
export function auditDaysOf({ settings }: DefinitionSnapshot): number | undefined {
  return readDays(settings.get('audit_retention_days')?.setting);
}

function readDays(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : undefined;
}

/** The moment that lies so many days back, in epoch milliseconds. */
export function daysBefore(now: number, days: number): number {
  return now - days * DAY;
}

/** The lowest id that can have been given at a moment: ids are UUIDv7, in the order of time. */
export function lowestIdOf(moment: number): string {
  const time = Math.max(0, Math.floor(moment)).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-`;
}

const TIMED_ID = /^([0-9a-f]{8})-([0-9a-f]{4})-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** When an id was given, in epoch milliseconds; undefined for one that does not say. */
export function timeOfId(id: string): number | undefined {
  const [, high, low] = TIMED_ID.exec(id) ?? [];
  return high === undefined || low === undefined ? undefined : Number.parseInt(high + low, 16);
}

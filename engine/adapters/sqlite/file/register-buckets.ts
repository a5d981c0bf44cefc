import type { Database } from 'better-sqlite3';
import { bucketOf, type GroupStep, type TimeUnit } from '#engine/model/filter';
import type { Key } from '#engine/model/compiled';

/**
 * Registers `bucket(value, of, unit, zone)` and, for lists as encoded in rows, `buckets(...)`, which returns a JSON list
 * of the different periods. Both use the functions of the in-memory evaluator, so that both group in the same way.
 */
export function registerBuckets(db: Database): void {
  db.function('bucket', { deterministic: true }, (value: unknown, of: unknown, unit: unknown, zone: unknown) =>
    value === null ? null : bucketOf(stepOf(of, unit, zone), value as Key),
  );
  db.function('buckets', { deterministic: true }, (list: unknown, of: unknown, unit: unknown, zone: unknown) => {
    if (list === null) return null;
    const values = (JSON.parse(list as string) as Key[]).slice(1, -1);
    return JSON.stringify([...new Set(values.map((value) => bucketOf(stepOf(of, unit, zone), value)))]);
  });
}

function stepOf(of: unknown, unit: unknown, zone: unknown): GroupStep & { readonly kind: 'bucket' } {
  return {
    kind: 'bucket',
    key: { id: '', kind: 'number', list: false },
    of: of as 'day' | 'instant',
    unit: unit as TimeUnit,
    timeZone: String(zone),
  };
}

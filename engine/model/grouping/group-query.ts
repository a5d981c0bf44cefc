import type { KeySchema } from '../compiled/index.ts';

/** The units of time buckets. Weeks start on Sunday. */
export const TIME_UNITS = ['hour', 'day', 'week', 'month', 'quarter', 'year'] as const;
export type TimeUnit = (typeof TIME_UNITS)[number];

/** A field or time bucket to group by. */
export type GroupStep =
  | { readonly kind: 'key'; readonly key: KeySchema }
  /** `of` is the type of the key: a calendar day, which has no time zone, or an instant, which is converted to `timeZone`. */
  | {
      readonly kind: 'bucket';
      readonly key: KeySchema;
      readonly of: 'day' | 'instant';
      readonly unit: TimeUnit;
      readonly timeZone: string;
    };

export interface GroupMeasure {
  readonly name: string;
  readonly kind: 'count' | 'sum' | 'avg' | 'min' | 'max';
  /** The numeric key that is measured; absent for count. */
  readonly key?: KeySchema;
}

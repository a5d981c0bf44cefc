// Apart from the other functions of days: it evaluates conditions, which the first page does not load at once.
import type { FieldView, ModuleView } from '#engine/model/wire';
import { isDeadlineOpen, type RecordValues } from '../../headless/index.ts';
import { countDaysSince } from './days-late.ts';

/** Days since an open deadline of a record; 0: it is not late. A deadline is open while the `openWhen` of its field is true. */
export function countDaysLate(module: ModuleView, field: FieldView, record: RecordValues, now: Date = new Date()): number {
  const value = record[field.fieldName];
  if (field.openWhen === undefined || typeof value !== 'string' || value === '') return 0;
  const days = countDaysSince(value, now);
  return days > 0 && isDeadlineOpen(module, field, record) ? days : 0;
}

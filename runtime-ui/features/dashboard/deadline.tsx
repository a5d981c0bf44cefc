import type { FieldView, ModuleView } from '#engine/model/wire';
import type { RecordData } from '../../client/index.ts';
import { countDaysLate } from '../../fields/values/index.ts';
import { DueDay } from './due-day.tsx';

interface DeadlineProps {
  /** A day that has passed. */
  readonly day: string;
  readonly view: ModuleView;
  readonly field: FieldView;
  readonly record: RecordData;
}

/** A deadline that has passed: late if it is still open. */
export function Deadline({ day, view, field, record }: DeadlineProps) {
  return <DueDay day={day} late={countDaysLate(view, field, record)} isToday={false} />;
}

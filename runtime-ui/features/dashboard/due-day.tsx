import { describeDaysLate } from '../../fields/values/index.ts';
import { formatDay } from '../../kit/index.ts';

interface DueDayProps {
  readonly day: string;
  /** Days that it is late; 0: it is not. */
  readonly late: number;
  readonly isToday: boolean;
}

/** The day on which a line is due, in the danger colour with the days that it is late. */
export function DueDay({ day, late, isToday }: DueDayProps) {
  return (
    <span className={`ms-home-when ${late > 0 ? 'ms-overdue' : ''} ${isToday ? 'ms-strong' : ''}`}>
      {formatDay(day)}
      {describeDaysLate(late)}
    </span>
  );
}

import type { RecordValues } from '../../headless/index.ts';
import { formatDay, isToday } from '../../kit/index.ts';
import { countDaysLate } from '../dates/count-days-late.ts';
import { describeDaysLate } from '../dates/days-late.ts';
import { formatFullDay, formatFullInstant } from '../dates/format-dates.ts';
import { textOf } from './format-value.ts';
import { DateValue, InstantValue } from './simple-values.tsx';
import type { ValueProps } from './value-props.ts';

/** A deadline: in the danger colour with the days since then, if it is open and late; marked if it is today. */
export function DueValue({ record, ...props }: ValueProps & { readonly record: RecordValues }) {
  const { module, field, value, look } = props;
  const isDay = field.inputType === 'Date';
  const days = countDaysLate(module, field, record);
  const stored = textOf(value);
  const short = formatDay(stored);
  const whole = isDay ? formatFullDay(stored) : formatFullInstant(stored);
  if (look === 'detail' && isToday(stored))
    return (
      <time dateTime={stored} className="ms-tabular mv-today">
        {short}, {whole}
      </time>
    );
  if (days === 0) return isDay ? <DateValue {...props} /> : <InstantValue {...props} />;
  const text = look === 'detail' ? whole : short;
  return (
    <time dateTime={stored} className={`ms-tabular mv-late ${look === 'cell' ? 'ms-clip' : ''}`}>
      {text}
      {describeDaysLate(days)}
    </time>
  );
}

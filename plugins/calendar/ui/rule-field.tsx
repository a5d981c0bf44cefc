import { Checkbox, NativeSelect, NumberInput, TextInput } from '@mantine/core';
import { describeRule, formatRule, parseRule, toText, zoneClock, type RecurrenceRule } from '#engine/model';
import { FieldError, type SlotProps } from '#ui';
import { tCalendar } from './texts.ts';
import './calendar.css';

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const NTH = ['1st', '2nd', '3rd', '4th', '5th'];
const UNITS = { DAILY: 'days', WEEKLY: 'weeks', MONTHLY: 'months', YEARLY: 'years' } as const;
const FREQUENCIES = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const;
const NAMES = { DAILY: 'daily', WEEKLY: 'weekly', MONTHLY: 'monthly', YEARLY: 'yearly' } as const;

/** The day on which the series begins, in its zone. */
interface StartDay {
  readonly weekday: number;
  readonly date: number;
}

interface PartProps {
  readonly rule: RecurrenceRule;
  readonly start: StartDay;
  readonly zone: string;
  readonly readOnly: boolean;
  readonly onRule: (rule: RecurrenceRule) => void;
}

const isFrequency = (value: string): value is RecurrenceRule['frequency'] => FREQUENCIES.some((one) => one === value);

/** A rule that repeats on the day of the start. */
function newRule(frequency: RecurrenceRule['frequency'], before: RecurrenceRule | undefined, { weekday }: StartDay): RecurrenceRule {
  return {
    frequency,
    interval: before?.interval ?? 1,
    ...(before?.count === undefined ? {} : { count: before.count }),
    ...(before?.until === undefined ? {} : { until: before.until }),
    weekdays: frequency === 'WEEKLY' ? [{ weekday }] : [],
    monthDays: [],
    months: [],
    positions: [],
    weekStart: 0,
  };
}

function Weekdays({ rule, start, readOnly, onRule }: PartProps) {
  const chosen = rule.weekdays.map(({ weekday }) => weekday);
  const change = (weekday: number, isOn: boolean) => {
    const next = isOn ? [...chosen, weekday] : chosen.filter((one) => one !== weekday);
    const weekdays = next.length === 0 ? [start.weekday] : next;
    onRule({ ...rule, weekdays: weekdays.sort((a, b) => a - b).map((one) => ({ weekday: one })) });
  };
  return (
    <div className="cl-weekdays" role="group" aria-label={tCalendar('onDays')}>
      {WEEKDAYS.map((label, weekday) => (
        <Checkbox
          key={label}
          size="xs"
          label={label}
          checked={chosen.includes(weekday)}
          disabled={readOnly}
          onChange={(event) => change(weekday, event.currentTarget.checked)}
        />
      ))}
    </div>
  );
}

/** Which day of the month: the same day, or the same weekday. */
function MonthDay({ rule, start, readOnly, onRule }: PartProps) {
  const nth = Math.ceil(start.date / 7);
  const [first] = rule.weekdays;
  const isPlain = rule.monthDays.length === 0 && rule.positions.length === 0;
  const value =
    isPlain && first === undefined ? 'day' : rule.weekdays.length === 1 && isPlain && first?.ordinal === -1 ? 'last' : undefined;
  const own =
    value ?? (rule.weekdays.length === 1 && isPlain && first?.ordinal === nth && first.weekday === start.weekday ? 'nth' : 'other');
  const weekday = WEEKDAYS[start.weekday] ?? '';
  const data = [
    { value: 'day', label: tCalendar('dayOfMonth') },
    { value: 'nth', label: tCalendar('nthWeekday', { nth: `${NTH[nth - 1] ?? ''} ${weekday}` }) },
    { value: 'last', label: tCalendar('lastWeekday') },
    ...(own === 'other' ? [{ value: 'other', label: tCalendar('otherDays') }] : []),
  ];
  const choose = (next: string) => {
    const ordinal = next === 'nth' ? nth : -1;
    onRule({ ...rule, monthDays: [], positions: [], weekdays: next === 'day' ? [] : [{ weekday: start.weekday, ordinal }] });
  };
  return (
    <NativeSelect
      size="xs"
      label={tCalendar('on')}
      data={data}
      value={own}
      disabled={readOnly}
      onChange={(event) => {
        if (event.currentTarget.value !== 'other') choose(event.currentTarget.value);
      }}
    />
  );
}

/** When the repetition ends: never, after a number of times, or on a day. */
function RuleEnd({ rule, zone, readOnly, onRule }: PartProps) {
  const { count, until, ...open } = rule;
  const kind = count !== undefined ? 'count' : until !== undefined ? 'until' : 'never';
  const lastDay = until === undefined ? '' : zoneClock(zone).dayOf(Date.parse(until));
  const endOn = (day: string): RecurrenceRule =>
    /^\d{4}-\d{2}-\d{2}$/u.test(day) ? { ...open, until: new Date(zoneClock(zone).endOfDay(day) - 1_000).toISOString() } : rule;
  const choose = (next: string) => {
    if (next === 'count') onRule({ ...open, count: 10 });
    else if (next === 'until') onRule(endOn(new Date(Date.now() + 90 * 86_400_000).toISOString().slice(0, 10)));
    else onRule(open);
  };
  return (
    <div className="cl-row">
      <NativeSelect
        size="xs"
        label={tCalendar('ends')}
        data={[
          { value: 'never', label: tCalendar('noEnd') },
          { value: 'count', label: tCalendar('afterCount') },
          { value: 'until', label: tCalendar('onDay') },
        ]}
        value={kind}
        disabled={readOnly}
        onChange={(event) => choose(event.currentTarget.value)}
      />
      {count !== undefined && (
        <NumberInput
          size="xs"
          className="cl-number"
          label={tCalendar('count')}
          min={1}
          max={1000}
          allowDecimal={false}
          value={count}
          disabled={readOnly}
          onChange={(next) => onRule({ ...open, count: clampNumber(next) })}
        />
      )}
      {until !== undefined && (
        <TextInput
          size="xs"
          type="date"
          label={tCalendar('lastDay')}
          value={lastDay}
          disabled={readOnly}
          onChange={(event) => onRule(endOn(event.currentTarget.value))}
        />
      )}
    </div>
  );
}

const clampNumber = (value: string | number): number => Math.min(1000, Math.max(1, Math.floor(Number(value)) || 1));

function readStart({ draft, module }: SlotProps<'field'>, zone: string): StartDay {
  const begin = Date.parse(toText(draft[module.calendarBy?.field ?? '']));
  const day = new Date(`${zoneClock(zone).dayOf(Number.isNaN(begin) ? Date.now() : begin)}T00:00:00Z`);
  return { weekday: day.getUTCDay(), date: day.getUTCDate() };
}

function readZone({ draft, module }: SlotProps<'field'>): string {
  const own = module.recurrence === undefined ? undefined : draft[module.recurrence.zone];
  return typeof own === 'string' && own !== '' ? own : new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** How a record repeats: choices, and the sentence that they make. */
export function RuleField(props: SlotProps<'field'>) {
  const { id, value, onChange, error, readOnly } = props;
  const read = parseRule(toText(value));
  const rule = toText(value) !== '' && read.ok ? read.rule : undefined;
  const zone = readZone(props);
  const start = readStart(props, zone);
  const onRule = (next: RecurrenceRule) => onChange(formatRule(next));
  const choose = (next: string) => (isFrequency(next) ? onRule(newRule(next, rule, start)) : onChange(undefined));
  const part: PartProps | undefined = rule && { rule, start, zone, readOnly, onRule };
  return (
    <div className="cl-rule">
      <div className="cl-row">
        <NativeSelect
          id={id}
          size="xs"
          label={props.field.label}
          data={[{ value: '', label: tCalendar('never') }, ...FREQUENCIES.map((one) => ({ value: one, label: tCalendar(NAMES[one]) }))]}
          value={rule?.frequency ?? ''}
          disabled={readOnly}
          onChange={(event) => choose(event.currentTarget.value)}
        />
        {rule && (
          <NumberInput
            size="xs"
            className="cl-number"
            aria-label={`${tCalendar('every')} … ${tCalendar(UNITS[rule.frequency])}`}
            prefix={`${tCalendar('every')} `}
            suffix={` ${tCalendar(UNITS[rule.frequency])}`}
            min={1}
            max={1000}
            allowDecimal={false}
            value={rule.interval}
            disabled={readOnly}
            onChange={(next) => onRule({ ...rule, interval: clampNumber(next) })}
          />
        )}
      </div>
      {part?.rule.frequency === 'WEEKLY' && <Weekdays {...part} />}
      {part?.rule.frequency === 'MONTHLY' && <MonthDay {...part} />}
      {part && <RuleEnd {...part} />}
      {rule && (
        <p className="cl-sentence" aria-live="polite">
          {describeRule(rule, zone)}
        </p>
      )}
      {error !== undefined && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  );
}

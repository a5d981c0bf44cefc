import { TextInput } from '@mantine/core';
import { formatDay, formatDayInText, formatTime } from '#ui';
import { readTypedTime, toInstant, type TypedTime } from '../shared/natural-day.ts';
import { tTasks } from './texts.ts';

/** What a typed due date means, as a sentence. */
export function describeTyped(text: string, typed: TypedTime | undefined): string {
  if (text.trim() === '') return tTasks('dueNone');
  if (typed === undefined) return tTasks('dueUnknown');
  const { day, time } = typed;
  if (time === undefined) return tTasks('dueIs', { when: formatDayInText(day) });
  return tTasks('dueAndReminder', { day: formatDayInText(day), time: formatTime(toInstant(day, time)) });
}

/** A day and a time as a notice names them. */
export function formatMoment(day: string, time: string): string {
  return `${formatDay(day)}, ${formatTime(toInstant(day, time))}`;
}

interface DueInputProps {
  readonly label: string;
  readonly value: string;
  readonly today: string;
  readonly onChange: (value: string) => void;
  /** Shows what is typed as an error if it is no day. */
  readonly isChecked: boolean;
  readonly autoFocus?: boolean;
}

/** A due date that is typed in words; below it is what it means. */
export function DueInput({ label, value, today, onChange, isChecked, autoFocus = false }: DueInputProps) {
  const typed = readTypedTime(value, today);
  const isWrong = value.trim() !== '' && typed === undefined;
  return (
    <TextInput
      className="tk-due"
      label={label}
      placeholder={tTasks('dueHint')}
      autoComplete="off"
      maxLength={60}
      data-autofocus={autoFocus || undefined}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      {...(isWrong && isChecked
        ? { error: tTasks('dueUnknown') }
        : { description: <span aria-live="polite">{describeTyped(value, typed)}</span> })}
    />
  );
}

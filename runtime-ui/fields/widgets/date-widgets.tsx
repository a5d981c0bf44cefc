import { TextInput } from '@mantine/core';
import { DatePicker } from '@mantine/dates';
import '@mantine/dates/styles.layer.css';
import { CalendarDays } from 'lucide-react';
import { useState } from 'react';
import { IconButton, Popover, t } from '../../kit/index.ts';
import { localDay } from '../dates/format-dates.ts';
import { DATE_CHOICES, dayOfChoice, formatTimeOfDay, parseTimeOfDay } from '#engine/model/field-types';
import { parseDayInput, formatDayInput } from '../dates/date-input.ts';
import type { ValueWidgetProps } from './widget-props.ts';

interface DayPickerProps {
  readonly label: string;
  readonly day: string | undefined;
  readonly disabled: boolean;
  readonly onPick: (day: string) => void;
}

/** The calendar and the default date choices, opened by a small button. */
function DayPicker({ label, day, disabled, onPick }: DayPickerProps) {
  const [opened, setOpened] = useState(false);
  const pick = (next: string | null) => {
    setOpened(false);
    if (next !== null) onPick(next);
  };
  const button = (
    <IconButton
      icon={CalendarDays}
      size="xs"
      label={`${t('views.fields.openCalendar')}: ${label}`}
      aria-expanded={opened}
      aria-haspopup="dialog"
      disabled={disabled}
      onClick={() => setOpened(!opened)}
    />
  );
  return (
    <Popover
      target={button}
      opened={opened}
      onClose={() => setOpened(false)}
      label={t('views.fields.openCalendar')}
      width={482}
      position="bottom-end"
    >
      <div className="mf-day-picker">
        <ul className="mf-day-choices" aria-label={t('views.fields.choices')}>
          {DATE_CHOICES.map((choice) => (
            <li key={choice}>
              <button type="button" className="mf-day-choice" onClick={() => pick(dayOfChoice(choice, localDay(new Date())))}>
                {choice}
              </button>
            </li>
          ))}
        </ul>
        <DatePicker
          value={day ?? null}
          {...(day === undefined ? {} : { defaultDate: day })}
          onChange={pick}
          firstDayOfWeek={0}
          size="sm"
          hideOutsideDates
          highlightToday
          previousLabel={t('views.fields.previousMonth')}
          nextLabel={t('views.fields.nextMonth')}
        />
      </div>
    </Popover>
  );
}

/** A day: typed as MM/DD/YYYY, picked, or chosen by name. Invalid text stays in the input with an error. */
export function DateWidget({ field, value, onChange, onBlur, onParseError, readOnly, wrapperProps }: ValueWidgetProps) {
  const [typed, setTyped] = useState<string | undefined>(undefined);
  const current = typeof value === 'string' ? value : undefined;
  const take = (day: string | undefined) => {
    setTyped(undefined);
    onParseError(undefined);
    onChange(day);
  };
  const leave = () => {
    onBlur();
    if (typed === undefined) return;
    if (typed.trim() === '') return take(undefined);
    const day = parseDayInput(typed);
    if (day === undefined) onParseError(t('views.fields.notADay'));
    else take(day);
  };
  return (
    <TextInput
      {...wrapperProps}
      autoComplete="off"
      placeholder={field.placeholder ?? t('views.fields.dateHint')}
      value={typed ?? (current === undefined ? '' : formatDayInput(current))}
      readOnly={readOnly}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={leave}
      onKeyDown={(event) => {
        if (event.key === 'Enter') leave();
      }}
      rightSection={<DayPicker label={field.label} day={current} disabled={readOnly} onPick={take} />}
    />
  );
}

function partsOf(value: ValueWidgetProps['value']): { readonly day: string; readonly time: string } {
  const instant = typeof value === 'string' ? new Date(value) : undefined;
  if (instant === undefined || Number.isNaN(instant.getTime())) return { day: '', time: '' };
  return {
    day: localDay(instant),
    time: `${String(instant.getHours()).padStart(2, '0')}:${String(instant.getMinutes()).padStart(2, '0')}`,
  };
}

interface Typed {
  readonly day: string;
  readonly time: string;
}

/** Parses a typed day and time to an instant; returns the problem's text if it is invalid. */
function readInstant(typed: Typed): { readonly value?: string; readonly problem?: string } {
  if (typed.day.trim() === '' && typed.time.trim() === '') return {};
  const day = parseDayInput(typed.day);
  if (day === undefined) return { problem: t('views.fields.notADay') };
  const time = typed.time.trim() === '' ? '00:00' : parseTimeOfDay(typed.time);
  return time === undefined ? { problem: t('views.fields.notATime') } : { value: new Date(`${day}T${time}:00`).toISOString() };
}

/** A day and a time, in the time zone of the user's device. */
export function DateTimeWidget({ field, value, onChange, onBlur, onParseError, readOnly, wrapperProps }: ValueWidgetProps) {
  const parts = partsOf(value);
  const shown: Typed = {
    day: parts.day === '' ? '' : formatDayInput(parts.day),
    time: parts.time === '' ? '' : formatTimeOfDay(parts.time),
  };
  const [typed, setTyped] = useState<Typed | undefined>(undefined);
  const take = (next: Typed) => {
    const read = readInstant(next);
    onParseError(read.problem);
    if (read.problem !== undefined) return setTyped(next);
    setTyped(undefined);
    onChange(read.value);
  };
  const leave = () => {
    onBlur();
    if (typed !== undefined) take(typed);
  };
  const current = typed ?? shown;
  return (
    <div className="mf-date-time">
      <TextInput
        {...wrapperProps}
        autoComplete="off"
        placeholder={t('views.fields.dateHint')}
        value={current.day}
        readOnly={readOnly}
        onChange={(event) => setTyped({ ...current, day: event.currentTarget.value })}
        onBlur={leave}
        rightSection={
          <DayPicker
            label={field.label}
            day={parts.day === '' ? undefined : parts.day}
            disabled={readOnly}
            onPick={(day) => take({ ...current, day: formatDayInput(day) })}
          />
        }
      />
      <TextInput
        aria-label={`${field.label}, ${t('views.fields.timeHint').toLowerCase()}`}
        autoComplete="off"
        placeholder={t('views.fields.timeHint')}
        value={current.time}
        readOnly={readOnly}
        error={wrapperProps.error !== undefined}
        onChange={(event) => setTyped({ ...current, time: event.currentTarget.value })}
        onBlur={leave}
      />
    </div>
  );
}

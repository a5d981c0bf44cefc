import { useCallback, useEffect, useState } from 'react';
import { addDays, dayToTimestamp, zoneClock } from '#engine/model';
import { callApi, useModuleChanges } from '#ui';
import { listFreeTime, type TimeBlock } from '../../shared/free-time.ts';

/** The time of an event; without its id and title if the reader may not see it. */
export interface BusyTime {
  readonly start: string;
  readonly end: string;
  readonly event?: string;
  readonly title?: string;
}

/** A person with the times at which they are busy. */
export interface Person {
  readonly _id: string;
  readonly name: string;
  readonly busy: readonly BusyTime[];
}

/** Ids of users, and of teams whose members are meant. */
export interface Chosen {
  readonly users: readonly string[];
  readonly teams: readonly string[];
}

let deviceZone: string | undefined;

/** The clock of the device. Its time zone is read once: reading it costs more than a day of a calendar. */
export const clockOfDevice = () => zoneClock((deviceZone ??= new Intl.DateTimeFormat().resolvedOptions().timeZone));

const blockOf = ({ start, end }: BusyTime): TimeBlock => ({ from: Date.parse(start), to: Date.parse(end) });

/** A day from midnight to midnight, in the time zone of the device. */
function windowOfDay(day: string): TimeBlock {
  const clock = clockOfDevice();
  return { from: clock.startOfDay(day), to: clock.startOfDay(addDays(day, 1)) };
}

const HOUR = 3_600_000;
const WORK_HOURS = [8, 18] as const;

/** The hours of a day in which everybody could be free, by the clock also on days on which it changes. */
function workWindow(day: string): TimeBlock {
  const clock = clockOfDevice();
  const [from, to] = WORK_HOURS;
  return { from: clock.instantAt(dayToTimestamp(day) + from * HOUR), to: clock.instantAt(dayToTimestamp(day) + to * HOUR) };
}

/** A time that a person is busy, with its part on a day. */
export interface TimeOfDay {
  readonly time: BusyTime;
  readonly shown: TimeBlock;
}

/** The times that have a part on a day, in their order. */
export function listTimesOfDay(busy: readonly BusyTime[], day: string): readonly TimeOfDay[] {
  const window = windowOfDay(day);
  return busy.flatMap((time) => {
    const { from, to } = blockOf(time);
    const shown = { from: Math.max(from, window.from), to: Math.min(to, window.to) };
    return from < window.to && to > window.from ? [{ time, shown }] : [];
  });
}

/** When all people are free within the work hours of a day. */
export function freeTimesOf(people: readonly Person[], day: string): readonly TimeBlock[] {
  return listFreeTime(
    people.flatMap(({ busy }) => busy.map(blockOf)),
    workWindow(day),
  );
}

/** When the chosen people are busy in the seven days from a day, also after saves of events; undefined data: not read yet. */
export function useBusy({ users, teams }: Chosen, firstDay: string) {
  const [result, setResult] = useState<{ readonly key: string; readonly data?: readonly Person[]; readonly error?: unknown }>();
  const [attempt, setAttempt] = useState(0);
  const retry = useCallback(() => setAttempt((before) => before + 1), []);
  useModuleChanges('calendarEvents', retry);
  const key = JSON.stringify([users, teams, firstDay]);
  const isEmpty = users.length + teams.length === 0;
  useEffect(() => {
    if (isEmpty) return;
    const controller = new AbortController();
    const clock = clockOfDevice();
    const [chosenUsers, chosenTeams, first] = JSON.parse(key) as [string[], string[], string];
    const body = {
      users: chosenUsers,
      teams: chosenTeams,
      from: new Date(clock.startOfDay(first)).toISOString(),
      to: new Date(clock.startOfDay(addDays(first, 7))).toISOString(),
    };
    callApi<{ readonly data: readonly Person[] }>('POST', '/api/calendar-events/busy', { body, signal: controller.signal }).then(
      ({ data }) => setResult({ key, data }),
      (error: unknown) => {
        if (!controller.signal.aborted) setResult({ key, error });
      },
    );
    return () => controller.abort();
  }, [key, isEmpty, attempt]);
  const current = result?.key === key ? result : undefined;
  return { data: current?.data, error: current?.error, retry };
}

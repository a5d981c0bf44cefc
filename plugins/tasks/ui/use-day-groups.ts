import { useEffect, useState } from 'react';
import { addDays, type JsonObject, type ModuleView } from '#engine/model';
import { localDay } from '#ui';

/** A group of the page. */
export type DayGroupId = 'overdue' | 'today' | 'week' | 'undated';

/** A group with the filter of its tasks. */
export interface DayGroup {
  readonly id: DayGroupId;
  readonly terms: JsonObject;
}

/** The status of a task that is done. */
export const COMPLETED = { status: 'Completed' } as const;

const OPEN: JsonObject = { assigned_to: { equals: { $: 'me' } }, not: COMPLETED };

/** The groups of a day. */
export function listDayGroups(today: string): readonly DayGroup[] {
  const week = { gte: addDays(today, 1), lte: addDays(today, 7) };
  return [
    { id: 'overdue', terms: { ...OPEN, due_date: { range: { lt: today } } } },
    { id: 'today', terms: { ...OPEN, due_date: { equals: today } } },
    { id: 'week', terms: { ...OPEN, due_date: { range: week } } },
    { id: 'undated', terms: { ...OPEN, due_date: { exists: false } } },
  ];
}

const FIELDS = [
  'subject',
  'name',
  'status',
  'due_date',
  'start_date',
  'reminder',
  'recurrence',
  'checklist',
  'related_record',
  'assigned_to',
];

/** The names of the fields that a line shows and the user may read. */
export function listLineFields({ fields }: ModuleView): readonly string[] {
  return FIELDS.filter((name) => fields.some(({ fieldName }) => fieldName === name));
}

/** The address of a list with the tasks of a filter. */
export function toListQuery(terms: JsonObject): string {
  return new URLSearchParams({ filter: JSON.stringify(terms), sort: 'due_date', order: 'asc' }).toString();
}

/** All open tasks of the user. */
export const ALL_OPEN = OPEN;

/** The day in the time zone of the device; the page begins the next one at midnight. */
export function useToday(): string {
  const [day, setDay] = useState(() => localDay(new Date()));
  useEffect(() => {
    const timer = setInterval(() => setDay(localDay(new Date())), 30_000);
    return () => clearInterval(timer);
  }, []);
  return day;
}

import { expect, it } from 'vitest';
import type { FieldView } from '#engine/model/wire';
import type { RecordData } from '../../client/index.ts';
import { toCalendarEntries } from './calendar-entries.ts';
import type { CalendarFields } from './calendar-fields.ts';
import { isFirstOccurrence, listOccurrenceRecords, occurrenceOf } from './calendar-series.ts';

const field = (fieldName: string): FieldView => ({ fieldName, inputType: 'DateTime' }) as FieldView;
const FIELDS: CalendarFields = {
  field: field('opens'),
  end: field('closes'),
  zone: 'America/New_York',
  recurrence: { rule: 'rule', zone: 'own_zone', excluded: 'not_on', series: 'part_of', original: 'instead_of' },
};
const RANGE = { first: '2027-03-07', end: '2027-03-28', days: [] };

it('Occurrences of a record are entries of their own, with the local time of its zone and the length of the record', () => {
  const records: readonly RecordData[] = [
    {
      _id: 'a',
      _version: 1,
      opens: '2027-03-01T15:00:00.000Z',
      closes: '2027-03-01T16:30:00.000Z',
      rule: 'FREQ=WEEKLY',
      own_zone: 'America/Chicago',
      not_on: '20270322T140000Z',
    },
    { _id: 'b', _version: 1, opens: '2027-03-09T15:00:00.000Z', rule: 'FREQ=DAILY;COUNT=1' },
    { _id: 'c', _version: 1, opens: '2027-03-09T15:00:00.000Z', rule: 'unreadable' },
  ];
  const found = listOccurrenceRecords(FIELDS, records, RANGE);
  expect(found.map(({ _id, opens, closes }) => [_id, opens, closes])).toEqual([
    ['a', '2027-03-08T15:00:00.000Z', '2027-03-08T16:30:00.000Z'],
    ['a', '2027-03-15T14:00:00.000Z', '2027-03-15T15:30:00.000Z'],
    ['b', '2027-03-09T15:00:00.000Z', undefined],
  ]);
  expect(found.map((record) => isFirstOccurrence(record))).toEqual([false, false, true]);
  const entries = toCalendarEntries(FIELDS, found);
  expect(entries.map(({ id, first, minutes }) => [id, first, minutes])).toEqual([
    ['a@2027-03-08T15:00:00.000Z', '2027-03-08', 90],
    ['a@2027-03-15T14:00:00.000Z', '2027-03-15', 90],
    ['b@2027-03-09T15:00:00.000Z', '2027-03-09', undefined],
  ]);
  expect(occurrenceOf(records[0] ?? {})).toBeUndefined();
});

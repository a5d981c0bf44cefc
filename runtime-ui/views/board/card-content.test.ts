import { afterEach, describe, expect, it, vi } from 'vitest';
import type { LayoutItem } from '../../headless/index.ts';
import { resolveItem } from '../../headless/index.ts';
import { fixtureField, fixtureModule } from '../../fields/widgets/fixture-module.ts';
import { formatAge, cardContent, pickCardFields } from './card-content.ts';

/** A stage that is not done. */
const OPEN = { '!==': [{ var: 'record.stage' }, 'green'] };

const fields = [
  fixtureField('TextField', { fieldName: 'name' }),
  fixtureField('Dropdown', { fieldName: 'stage', dropdown: 'colours' }),
  fixtureField('Relate', { fieldName: 'person', refs: ['people'] }),
  fixtureField('Relate', { fieldName: 'order', refs: ['orders'] }),
  fixtureField('TextField', { fieldName: 'place' }),
  fixtureField('Currency', { fieldName: 'rate', unit: 'an hour' }),
  fixtureField('Date', { fieldName: 'sent', readOnly: true }),
  fixtureField('Date', { fieldName: 'due', label: 'Due' }),
  fixtureField('Relate', { fieldName: 'assigned_to', refs: ['users'] }),
  fixtureField('DateTime', { fieldName: 'updatedAt', system: true }),
  fixtureField('Checkbox', { fieldName: 'flag' }),
];
const module = fixtureModule({ nameField: 'name', fields });
const [, board = fixtureField('Dropdown')] = fields;
const columns = ['name', 'stage', 'person', 'order', 'place', 'sent', 'due', 'assigned_to', 'flag']
  .map((fieldName) => resolveItem(module, { fieldName }))
  .filter((item): item is LayoutItem => item !== undefined);
const cards = pickCardFields(module, board, columns);
const record = {
  _id: 'r',
  _version: 1,
  name: 'Ann Lee – Lamp',
  stage: 'red',
  person: { _id: 'p', name: 'Ann Lee', open: true },
  order: { _id: 'j', name: 'Lamp', open: true },
  place: 'Joliet',
  rate: 58,
  sent: '2020-01-01',
  due: '2020-02-01',
  assigned_to: { _id: 'u', name: 'Priya Raman', open: true },
};

describe('card content', () => {
  it('consists of column texts, an amount and editable dates, without the board field and the name', () => {
    expect(cards.lines.map(({ fieldName }) => fieldName)).toEqual(['person', 'order', 'place']);
    expect([cards.amount?.fieldName, cards.dates.map(({ fieldName }) => fieldName)]).toEqual(['rate', ['due']]);
    expect(cards.names).toEqual(['stage', 'rate', 'updatedAt']);
  });

  it('shortens a composed name to its first part', () => {
    expect(cardContent(module, record, cards)).toMatchObject({
      title: 'Ann Lee',
      lines: ['Lamp', 'Joliet'],
      amount: '$58.00/h',
      owner: 'Priya Raman',
    });
    expect(cardContent(module, { ...record, name: 'Night shift' }, cards)).toMatchObject({
      title: 'Night shift',
      lines: ['Ann Lee', 'Lamp'],
    });
  });

  it('marks a past deadline as late while it is open', () => {
    expect(cardContent(module, record, cards).date).toMatchObject({ daysLate: 0, label: 'Due' });
    const tracked = { ...module, fields: module.fields.map((field) => (field.fieldName === 'due' ? { ...field, openWhen: OPEN } : field)) };
    const dated = { ...cards, dates: tracked.fields.filter(({ fieldName }) => fieldName === 'due') };
    expect(cardContent(tracked, record, dated).date?.daysLate).toBeGreaterThan(2000);
    expect(cardContent(tracked, { ...record, stage: 'green' }, dated).date?.daysLate).toBe(0);
    expect(cardContent(tracked, { ...record, due: '2999-01-01' }, dated).date?.daysLate).toBe(0);
  });

  describe('on a day', () => {
    const visit = fixtureField('DateTime', { fieldName: 'visit', label: 'Visit' });
    const isToday = (value: string) => {
      const field = value.includes('T') ? visit : fields.find(({ fieldName }) => fieldName === 'due');
      return cardContent(module, { ...record, due: value, visit: value }, { ...cards, dates: field ? [field] : [] }).date?.isToday;
    };
    const goTo = (zone: string, now: string) => {
      vi.stubEnv('TZ', zone);
      vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) });
    };
    afterEach(() => {
      vi.useRealTimers();
      vi.unstubAllEnvs();
    });

    it.each([
      ['America/New_York', '2026-11-21T04:59:59Z', '2026-11-20'],
      ['America/New_York', '2026-11-21T05:00:00Z', '2026-11-21'],
      ['Pacific/Auckland', '2026-11-21T10:59:59Z', '2026-11-21'],
      ['Pacific/Auckland', '2026-11-21T11:00:00Z', '2026-11-22'],
      // The night in which the clocks change.
      ['America/New_York', '2026-11-01T04:30:00Z', '2026-11-01'],
      ['America/New_York', '2026-11-02T04:30:00Z', '2026-11-01'],
    ])('marks the date of today in %s at %s: %s', (zone, now, today) => {
      goTo(zone, now);
      const days = ['2026-10-31', '2026-11-01', '2026-11-02', '2026-11-20', '2026-11-21', '2026-11-22'];
      expect(days.filter((day) => isToday(day))).toEqual([today]);
    });

    it('marks an instant by its day in the zone of the reader', () => {
      const visits = ['2026-11-21T04:30:00.000Z', '2026-11-21T05:30:00.000Z', '2026-11-22T04:30:00.000Z'];
      goTo('America/New_York', '2026-11-21T05:10:00Z');
      expect(visits.map(isToday)).toEqual([false, true, true]);
      goTo('Pacific/Auckland', '2026-11-21T05:10:00Z');
      expect(visits.map(isToday)).toEqual([true, true, false]);
    });

    it('does not mark what only begins with the same word', () => {
      expect(isToday('Today or never')).toBe(false);
    });
  });

  it('is empty for a record without values', () => {
    expect(cardContent(module, { _id: 'r', _version: 1, name: 'Bare' }, cards)).toEqual({
      title: 'Bare',
      lines: [],
      amount: '',
      date: undefined,
      age: undefined,
      owner: '',
      reason: '',
    });
    expect(
      cardContent(
        module,
        { ...record, place: 'Too far' },
        cards,
        fields.find(({ fieldName }) => fieldName === 'place'),
      ).reason,
    ).toBe('Too far');
  });

  it('formats the elapsed time in short form', () => {
    const now = new Date('2026-11-21T12:00:00Z');
    expect(
      [
        '2026-11-21T11:59:40Z',
        '2026-11-21T11:55:00Z',
        '2026-11-21T10:00:00Z',
        '2026-11-12T12:00:00Z',
        '2026-11-01T12:00:00Z',
        '2026-03-09T12:00:00Z',
        'never',
      ].map((at) => formatAge(at, now)),
    ).toEqual(['now', '5m', '2h', '9d', '2w', 'Mar 9', '']);
  });
});

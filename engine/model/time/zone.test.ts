import { describe, expect, it } from 'vitest';
import { canonicalTimeZone, isTimeZone, zoneClock } from './zone.ts';

const HOUR = 3_600_000;

describe('zoneClock', () => {
  it.each([
    ['America/New_York', '2025-03-09', 23],
    ['America/New_York', '2025-11-02', 25],
    ['America/New_York', '2025-07-04', 24],
    ['Australia/Lord_Howe', '2025-04-06', 24.5],
    ['Australia/Lord_Howe', '2025-10-05', 23.5],
    // The clocks change at midnight: the day starts at one o'clock, or its last hour is repeated.
    ['America/Sao_Paulo', '2018-11-04', 23],
    ['America/Sao_Paulo', '2018-02-17', 25],
    ['Asia/Beirut', '2022-03-27', 23],
    ['UTC', '2025-03-09', 24],
  ])('in %s the day %s has %f hours', (timeZone, day, hours) => {
    const clock = zoneClock(timeZone);
    expect((clock.endOfDay(day) - clock.startOfDay(day)) / HOUR).toBe(hours);
    expect(clock.dayOf(clock.startOfDay(day))).toBe(day);
    expect(clock.dayOf(clock.startOfDay(day) - 1) < day).toBe(true);
    expect(clock.dayOf(clock.endOfDay(day) - 1)).toBe(day);
  });

  it('starts the day at the time that the time zone defines', () => {
    expect(new Date(zoneClock('America/New_York').startOfDay('2025-03-09')).toISOString()).toBe('2025-03-09T05:00:00.000Z');
    expect(new Date(zoneClock('America/New_York').endOfDay('2025-03-09')).toISOString()).toBe('2025-03-10T04:00:00.000Z');
    expect(new Date(zoneClock('Asia/Kolkata').startOfDay('2025-01-01')).toISOString()).toBe('2024-12-31T18:30:00.000Z');
  });

  it('finds the instant of a local time: the first of a repeated one, the next of one that is skipped', () => {
    const clock = zoneClock('America/New_York');
    const at = (local: string): string => new Date(clock.instantAt(Date.parse(`${local}Z`))).toISOString();
    expect(at('2025-11-02T01:00:00')).toBe('2025-11-02T05:00:00.000Z');
    expect(at('2025-11-02T02:00:00')).toBe('2025-11-02T07:00:00.000Z');
    expect(at('2025-03-09T02:00:00')).toBe('2025-03-09T07:00:00.000Z');
  });

  it('supports the last day', () => {
    expect(zoneClock('UTC').endOfDay('9999-12-31')).toBe(Date.UTC(10000, 0, 1));
  });

  it('agrees with the platform at any instant', () => {
    for (const timeZone of ['America/New_York', 'Europe/London', 'Asia/Tehran', 'Pacific/Apia']) {
      const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
      for (let index = 0; index < 400; index += 1) {
        const instant = Date.UTC(1975, 0, 1) + index * 1_601_234_567 + (index % 1000);
        expect(new Date(zoneClock(timeZone).localTime(instant)).toISOString().slice(0, 19).replace('T', ' ')).toBe(format.format(instant));
      }
    }
  });

  it.each(['America/New_York', 'Africa/Cairo', 'Africa/Casablanca', 'Asia/Gaza', 'Australia/Lord_Howe', 'Asia/Kolkata'])(
    'lists the offsets of %s',
    (timeZone) => {
      const clock = zoneClock(timeZone);
      const [from, to] = [Date.UTC(2006, 0, 1), Date.UTC(2031, 0, 1)];
      const offsets = clock.offsets(from, to);
      expect(offsets[0]?.since).toBe(from);
      for (const { since, offset } of offsets) expect(clock.localTime(since) - since).toBe(offset);
      for (const { since, offset } of offsets.slice(1)) expect(clock.localTime(since - 1) - since + 1).not.toBe(offset);
      let last = 0;
      for (let day = from; day < to; day += 86_400_000) {
        while ((offsets[last + 1]?.since ?? Infinity) <= day) last += 1;
        expect(clock.localTime(day) - day).toBe(offsets[last]?.offset);
      }
    },
  );

  it('recognizes names of time zones', () => {
    expect(isTimeZone('America/New_York')).toBe(true);
    expect(isTimeZone('America/Nowhere')).toBe(false);
    expect([canonicalTimeZone('america/NEW_york'), canonicalTimeZone('America/Nowhere')]).toEqual(['America/New_York', undefined]);
  });
});

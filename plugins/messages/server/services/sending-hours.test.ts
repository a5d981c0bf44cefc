import { describe, expect, it } from 'vitest';
import { findRecipientZone, findSendTime } from './sending-hours.ts';

const HOURS = { from: 8, until: 21 };

it.each([
  ['at the begin of the hours', 'America/New_York', '2026-07-01T12:00:00Z', '2026-07-01T12:00:00Z'],
  ['in the last minute', 'America/New_York', '2026-07-02T00:59:00Z', '2026-07-02T00:59:00Z'],
  ['at nine in the evening, until the next morning', 'America/New_York', '2026-07-02T01:00:00Z', '2026-07-02T12:00:00Z'],
  ['before eight, until eight', 'America/Los_Angeles', '2026-07-01T12:00:00Z', '2026-07-01T15:00:00Z'],
  ['over the end of daylight saving time', 'America/New_York', '2026-11-01T02:30:00Z', '2026-11-01T13:00:00Z'],
  ['without daylight saving time', 'America/Phoenix', '2026-07-01T14:59:59Z', '2026-07-01T15:00:00Z'],
])('a message waits %s', (_what, timeZone, now, expected) => {
  expect(new Date(findSendTime(Date.parse(now), timeZone, HOURS)).toISOString()).toBe(new Date(expected).toISOString());
});

describe('The time zone of a recipient', () => {
  const context = (settings: object) => ({ setting: (key: string) => (settings as { readonly [name: string]: string })[key] });
  const office = context({ sms_time_zone: 'America/Denver', time_zone: 'America/Chicago' });

  it.each([
    ['of the state where they live, before the area code', '3055550142', { current_address: { state: 'CA' } }, 'America/Los_Angeles'],
    ['of a company', '3055550142', { billing_address: { state: 'hi' } }, 'Pacific/Honolulu'],
    ['of the area code', '9075550142', { current_address: null }, 'America/Anchorage'],
    ['of an area code of two zones in one state', '8505550142', undefined, 'America/Chicago'],
    ['of the setting, for a free number', '8005550142', undefined, 'America/Denver'],
    ['of the setting, abroad', '+442071234567', undefined, 'America/Denver'],
  ])('is that %s', (_what, number, record, expected) => {
    expect(findRecipientZone(office, number, record)).toBe(expected);
  });

  it('is at last that of the product', () => {
    expect(findRecipientZone(context({ sms_time_zone: 'Nowhere', time_zone: 'America/Chicago' }), '8005550142', undefined)).toBe(
      'America/Chicago',
    );
    expect(findRecipientZone(context({}), '8005550142', undefined)).toBe('America/New_York');
  });
});

import { describe, expect, it } from 'vitest';
import { formatPhone, maskPhone, maskSsn, maskZip, phoneValue } from './masks.ts';

describe('phone mask', () => {
  it.each([
    ['3', '3'],
    ['3125', '312-5'],
    ['3125550142', '312-555-0142'],
    ['(312) 555-0142', '312-555-0142'],
    ['13125550142', '312-555-0142'],
    ['+1 312 555 0142', '312-555-0142'],
    ['+49 30 901820', '+49 30 901820'],
    ['+1 312', '+1 312'],
    ['31255501423333', '31255501423333'],
  ])('shows %s as %s', (typed, shown) => {
    expect(maskPhone(typed)).toBe(shown);
  });

  it.each([
    ['312-555-0142', '3125550142'],
    ['+49 30 901820', '+4930901820'],
    ['404-555-01', '40455501'],
    ['', ''],
  ])('converts %s to %s for the API', (shown, value) => {
    expect(phoneValue(shown)).toBe(value);
  });

  it('formats stored US numbers only', () => {
    expect([formatPhone('3125550142'), formatPhone('+4930901820')]).toEqual(['312-555-0142', '+4930901820']);
  });
});

it('keeps five digits of a ZIP, and nine of a ZIP+4', () => {
  expect([maskZip('300304'), maskZip('30-0x30'), maskZip('30030-12'), maskZip('abc')]).toEqual(['30030', '30030', '30030-12', '']);
});

it('formats an SSN while it is typed', () => {
  expect([maskSsn('219'), maskSsn('21909'), maskSsn('2190999991')]).toEqual(['219', '219-09', '219-09-9999']);
});

import { describe, expect, it } from 'vitest';
import { applyMask, maskToPattern, showMask } from './text-mask.ts';

const PHONE = '(000) 000-0000';

describe('a mask', () => {
  it.each([
    [PHONE, '4045550142', '(404) 555-0142'],
    [PHONE, '(404) 555-0142', '(404) 555-0142'],
    [PHONE, '404-555-0142', '(404) 555-0142'],
    [PHONE, ' 404 555 0142 ', '(404) 555-0142'],
    ['AA-0000', 'ab1234', 'ab-1234'],
    ['**:**', 'A1b2', 'A1:b2'],
    ['\\A-00', '17', 'A-17'],
    ['\\A-00', 'A-17', 'A-17'],
    ['+1 000', '404', '+1 404'],
    ['00%', '15', '15%'],
    ['AA', 'éß', 'éß'],
  ])('%s puts %s into the form %s', (mask, typed, text) => {
    expect(applyMask(mask, typed)).toEqual({ text, isComplete: true });
    expect(new RegExp(maskToPattern(mask), 'u').test(text)).toBe(true);
  });

  it.each([
    [PHONE, '404', '(404'],
    [PHONE, '4045', '(404) 5'],
    [PHONE, '', ''],
    [PHONE, '40455501423', '(404) 555-0142'],
    ['AA-0000', '12', ''],
    ['AA-0000', 'abc', 'ab'],
  ])('%s: %s is not complete and ends as %s', (mask, typed, text) => {
    expect(applyMask(mask, typed)).toEqual({ text, isComplete: false });
  });

  it('is shown without its escapes', () => expect(showMask('\\A-00')).toBe('A-00'));

  it('matches nothing else', () => {
    expect(new RegExp(maskToPattern('(00)+'), 'u').test('(12)')).toBe(false);
    expect(new RegExp(maskToPattern('(00)+'), 'u').test('(12)+')).toBe(true);
  });
});

import { expect, it } from 'vitest';
import { measureSms } from './sms-segments.ts';

it.each([
  ['nothing', '', 'GSM-7', 0, 0, 160],
  ['the longest of one part', 'a'.repeat(160), 'GSM-7', 160, 1, 0],
  ['one more', 'a'.repeat(161), 'GSM-7', 161, 2, 145],
  ['two whole parts', 'a'.repeat(306), 'GSM-7', 306, 2, 0],
  ['three parts', 'a'.repeat(307), 'GSM-7', 307, 3, 152],
  ['national characters and a line break', 'Ñandú à\n'.replace('ú', 'ü'), 'GSM-7', 8, 1, 152],
  ['characters that count twice', '€[]{}^~\\|', 'GSM-7', 18, 1, 142],
  ['80 of them', '€'.repeat(80), 'GSM-7', 160, 1, 0],
  ['81 of them, 76 in a part', '€'.repeat(81), 'GSM-7', 162, 2, 143],
  ['a curly quote', '’'.repeat(70), 'UCS-2', 70, 1, 0],
  ['71 characters with one of them', `${'a'.repeat(70)}’`, 'UCS-2', 71, 2, 63],
  ['two parts of them', '’'.repeat(134), 'UCS-2', 134, 2, 0],
  ['emoji', '😀'.repeat(35), 'UCS-2', 70, 1, 0],
  ['36 emoji, 33 in a part', '😀'.repeat(36), 'UCS-2', 72, 2, 61],
])('measures %s', (_what, text, encoding, units, segments, remaining) => {
  expect(measureSms(text)).toEqual({ encoding, units, segments, remaining });
});

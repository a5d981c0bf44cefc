import { expect, it } from 'vitest';
import { checkFileSignature, Utf8Validator } from './check-content.ts';

const outcome = (extension: string, head: Buffer) =>
  checkFileSignature(`a.${extension}`, extension, head).then(
    () => 'taken',
    (error: { message: string }) => error.message.replace(`a.${extension} is not what its name says: `, ''),
  );
const ZIP = Buffer.concat([Buffer.from([0x50, 0x4b, 3, 4, 20, 0, 0, 0, 0, 0]), Buffer.alloc(40)]);
const OLD_OFFICE = Buffer.concat([Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]), Buffer.alloc(600)]);

it.each([
  ['docx', ZIP, 'taken'],
  ['zip', ZIP, 'taken'],
  ['doc', OLD_OFFICE, 'taken'],
  ['xls', ZIP, 'its content is a ZIP archive'],
  ['docx', OLD_OFFICE, 'its content is of the kind cfb'],
  ['rtf', Buffer.from('{\\rtf1 hello}'), 'taken'],
  ['rtf', Buffer.from('hello'), 'its content is not a rich text'],
  ['svg', Buffer.from('<?xml version="1.0"?><svg/>'), 'taken'],
  ['svg', Buffer.from('<html></html>'), 'its content is not an SVG drawing'],
  ['ics', Buffer.from('\uFEFFBEGIN:VCALENDAR'), 'taken'],
  ['csv', Buffer.from('GIF89a,b'), 'its content is a GIF image'],
  ['gif', Buffer.from('GIF89a\0\0'), 'taken'],
  ['jpeg', Buffer.from([0xff, 0xd8, 0xff, 0xe0]), 'taken'],
  ['dwg', Buffer.from('AC1015 anything'), 'taken'],
  ['dwg', Buffer.from(`\x7fELF${'\0'.repeat(60)}`, 'latin1'), 'its content is a program'],
  ['pdf', Buffer.from('%PD'), 'its content is not a PDF'],
])('checks the content against the extension: %s', async (extension, head, expected) => {
  const result = await outcome(extension, head);
  expect(result.replace(/\.$/, '')).toBe(expected);
});

it('validates a text that is split at any byte', () => {
  const bytes = Buffer.from('aé漢😀z');
  for (let cut = 0; cut <= bytes.length; cut += 1) {
    const check = new Utf8Validator('a.txt');
    check.add(bytes.subarray(0, cut));
    check.add(bytes.subarray(cut));
    check.end();
  }
  const everyByte = new Utf8Validator('a.txt');
  for (const byte of bytes) everyByte.add(Uint8Array.of(byte));
  everyByte.end();
  for (const wrong of [[0x80], [0xc3, 0x28], [0xe6, 0xbc, 0x41], [0xf0, 0x9f, 0x98], [0x61, 0x00]]) {
    const check = new Utf8Validator('a.txt');
    expect(() => {
      check.add(Uint8Array.from(wrong));
      check.end();
    }, wrong.join()).toThrow('a.txt is not what its name says');
  }
});

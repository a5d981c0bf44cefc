import { describe, expect, it } from 'vitest';
import { MusterError } from '../../errors/index.ts';
import { decodeText } from './decode-text.ts';
import { detectDelimiter, detectEncoding, isHeader } from './detect-text.ts';
import type { ImportEncoding } from '#engine/model/wire';

async function* piecesOf(bytes: Buffer, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield await Promise.resolve(bytes.subarray(at, at + size));
}

async function decode(bytes: Buffer, encoding: ImportEncoding, size = 3): Promise<string> {
  let text = '';
  for await (const piece of decodeText(piecesOf(bytes, size), encoding)) text += piece;
  return text;
}

const TEXT = 'Größe,Café\r\n1,2\r3\n';
const UTF16 = Buffer.from(TEXT, 'utf16le');
const LATIN = Buffer.from('Gr\xf6\xdfe,Caf\xe9\r\n1,2\r3\n', 'latin1');

describe('The encoding of a text', () => {
  it.each<readonly [string, Buffer, ImportEncoding]>([
    ['UTF-8', Buffer.from(TEXT), 'utf-8'],
    ['UTF-8 with a byte order mark', Buffer.from(`\uFEFF${TEXT}`), 'utf-8'],
    ['UTF-16 with a byte order mark', Buffer.concat([Buffer.from([0xff, 0xfe]), UTF16]), 'utf-16le'],
    ['UTF-16 without one', UTF16, 'utf-16le'],
    ['UTF-16 with the high byte first', Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(UTF16).swap16()]), 'utf-16be'],
    ['Windows-1252', LATIN, 'windows-1252'],
  ])('is found for %s, and its text is the same in pieces', async (_, bytes, encoding) => {
    expect(detectEncoding(bytes)).toBe(encoding);
    expect(await decode(bytes, encoding)).toBe('Größe,Café\n1,2\n3\n');
    expect(await decode(bytes, encoding, 1)).toBe('Größe,Café\n1,2\n3\n');
  });

  it('is UTF-8 if the sample ends within a character', () => {
    expect(detectEncoding(Buffer.from('Größe').subarray(0, 3))).toBe('utf-8');
  });

  it('is refused if it is wrong, and so is what is no text', async () => {
    await expect(decode(LATIN, 'utf-8')).rejects.toMatchObject({ code: 'import_encoding_wrong' });
    const error = await decode(Buffer.from('a\0b'), 'utf-8').catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(MusterError);
    expect((error as MusterError).code).toBe('import_file_invalid');
  });
});

describe('A CSV file', () => {
  it.each([
    [',', 'a,b\n1,2\n3,4'],
    [';', 'a;b\n1,5;2\n3,5;4'],
    ['\t', 'a\tb\n1\t2'],
    ['|', 'a|b|c\n1|2|3'],
    ['|', 'a|b\n1|2\n'],
    [';', 'a;b, c\n1;"2, 3"\n2,5;3,5\n'],
    [',', 'one column\n1\n2'],
  ])('has the delimiter %j', (delimiter, text) => {
    expect(detectDelimiter(text)).toBe(delimiter);
  });

  it.each([
    [true, ['Name', 'E-mail', 'Name']],
    [true, ['Name', null, '']],
    [false, ['Ana', 'ana@example.com']],
    [false, ['Ana', '12/31/2026']],
    [false, ['Ana', '(404) 555-0142']],
    [false, ['Ana', 5]],
    [false, []],
  ])('has a header: %j for %j', (expected, cells) => {
    expect(isHeader(cells)).toBe(expected);
  });
});

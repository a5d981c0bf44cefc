import { MusterError } from '../../errors/index.ts';
import type { ImportEncoding } from '#engine/model/wire';
import { createFileError } from '../limits.ts';

const LABELS: { readonly [encoding in ImportEncoding]: string } = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
  'windows-1252': 'Windows-1252',
};

/**
 * A content as text, without its byte order mark, with `\n` for every kind of line break. Errors: `import_encoding_wrong`,
 * `import_file_invalid` for bytes that are no text.
 */
export async function* decodeText(content: AsyncIterable<Uint8Array>, encoding: ImportEncoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  let endsWithReturn = false;
  for await (const bytes of content) {
    const text: string = `${endsWithReturn ? '\r' : ''}${decode(decoder, encoding, bytes)}`;
    endsWithReturn = text.endsWith('\r');
    const piece = toLines(endsWithReturn ? text.slice(0, -1) : text);
    if (piece !== '') yield piece;
  }
  const rest = toLines(`${endsWithReturn ? '\r' : ''}${decode(decoder, encoding)}`);
  if (rest !== '') yield rest;
}

function decode(decoder: TextDecoder, encoding: ImportEncoding, bytes?: Uint8Array): string {
  let text: string;
  try {
    text = bytes === undefined ? decoder.decode() : decoder.decode(bytes, { stream: true });
  } catch (cause) {
    throw new MusterError('import_encoding_wrong', { values: { encoding: LABELS[encoding] }, cause });
  }
  if (text.includes('\u0000')) throw createFileError('it is not a text');
  return text;
}

function toLines(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
}

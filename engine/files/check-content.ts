import { isUtf8 } from 'node:buffer';
import { fileTypeFromBuffer } from 'file-type';
import { MusterError } from '../errors/index.ts';
import { FILE_KINDS, findKind, type FileKind } from './kinds.ts';

/** Bytes that are checked before anything is stored: enough for the first entries of an archive. */
export const HEAD_BYTES = 65_536;

/** Executable formats, whatever their extension. */
const PROGRAMS: ReadonlySet<string> = new Set([
  'exe',
  'elf',
  'macho',
  'class',
  'jar',
  'apk',
  'msi',
  'deb',
  'rpm',
  'dex',
  'wasm',
  'lnk',
  'swf',
  'crx',
  'xpi',
]);

/** Checks the first bytes of a file against its extension. Errors: `file_content_mismatch`. */
export async function checkFileSignature(name: string, extension: string, head: Buffer): Promise<void> {
  const found = await recognise(head);
  if (found !== undefined && PROGRAMS.has(found)) throw mismatch(name, 'its content is a program');
  const kind = findKind(extension);
  if (kind === undefined) return;
  if (kind.content === 'text') return checkTextHead(name, kind, head, found);
  if (found !== undefined ? kind.content.includes(found) : startsLikeArchive(kind, head)) return;
  throw mismatch(name, found === undefined ? `its content is not ${kind.label}` : `its content is ${labelOf(found)}`);
}

/** A truncated file, such as the head of an archive, may not be recognised. */
async function recognise(head: Buffer): Promise<string | undefined> {
  try {
    return (await fileTypeFromBuffer(head))?.ext;
  } catch {
    return undefined;
  }
}

function startsLikeArchive({ content }: FileKind, head: Buffer): boolean {
  return content.includes('zip') && head.length > 4 && head.readUInt32BE(0) === 0x504b0304;
}

/** Text formats have no signature; some of them are recognised all the same. */
const TEXTS: ReadonlySet<string> = new Set(['xml', 'svg', 'rtf', 'ics', 'vcf', 'eml', 'vtt', 'pgp']);

function checkTextHead(name: string, kind: FileKind, head: Buffer, found: string | undefined): void {
  if (found !== undefined && !TEXTS.has(found)) throw mismatch(name, `its content is ${labelOf(found)}`);
  const text = head
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trimStart();
  if (kind.pattern !== undefined && !kind.pattern.test(text)) throw mismatch(name, `its content is not ${kind.label}`);
}

function labelOf(found: string): string {
  return FILE_KINDS[found]?.label ?? `of the kind ${found}`;
}

function mismatch(name: string, reason: string): MusterError {
  return new MusterError('file_content_mismatch', { values: { name, reason } });
}

/** Checks that a text is UTF-8 without NUL, chunk by chunk; a character may be split between two chunks. */
export class Utf8Validator {
  readonly #name: string;
  #rest = Buffer.alloc(0);

  constructor(name: string) {
    this.#name = name;
  }

  /** Errors: `file_content_mismatch`. */
  add(chunk: Uint8Array): void {
    if (chunk.includes(0)) throw mismatch(this.#name, 'it is not a text');
    const bytes =
      this.#rest.length === 0 ? Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength) : Buffer.concat([this.#rest, chunk]);
    const whole = bytes.length - lengthOfCut(bytes);
    if (!isUtf8(bytes.subarray(0, whole))) throw mismatch(this.#name, 'it is not a text in UTF-8');
    this.#rest = Buffer.from(bytes.subarray(whole));
  }

  /** Errors: `file_content_mismatch` for an incomplete character at the end. */
  end(): void {
    if (this.#rest.length > 0) throw mismatch(this.#name, 'it is not a text in UTF-8');
  }
}

/** The number of trailing bytes that belong to an incomplete character. */
function lengthOfCut(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) return back < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? back : 0;
  }
  return 0;
}

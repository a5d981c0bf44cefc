import { verify, webcrypto, X509Certificate, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { readSignature } from './cades.ts';
import { ENVELOPE_KEY } from './contract.ts';

/** What a file is. */
export interface PdfVerification {
  /** `valid`: exactly as it was signed here; `changed`: signed here, and changed since; `not_ours`: not signed here. */
  readonly status: 'valid' | 'changed' | 'not_ours';
  /** Of a valid file. */
  readonly envelopeId?: string;
}

/** Byte ranges that are tried: a file that was signed here may contain the texts of others. */
const MAX_RANGES = 20;
/** Characters of a signature. */
const MAX_SIGNATURE = 200_000;
const RANGE_KEY = '/ByteRange';

const verifyAsync = promisify<string, Buffer, KeyObject, Buffer, boolean>(verify);

/**
 * Verifies a file by its digital signature. `certificates` are those that the product signs or has signed with (DER, the own ones without those
 * that issued them). It reads nothing else of the file, which may be anything; the hash is calculated in the thread pool of Node.
 */
export async function verifyPdf(content: Uint8Array, certificates: readonly Uint8Array[]): Promise<PdfVerification> {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  const ranges = findRanges(bytes);
  for (const { at, start, end, length } of ranges) {
    const isWhole = start < end && length === bytes.length;
    if (isWhole && (await isSigned(bytes, start, end, certificates))) return { status: 'valid', ...readEnvelope(bytes, at) };
  }
  return { status: ranges.length > 0 && bytes.includes(`/${ENVELOPE_KEY} `) ? 'changed' : 'not_ours' };
}

interface SignedRange {
  /** Where its text is. */
  readonly at: number;
  /** The gap between its two parts. */
  readonly start: number;
  readonly end: number;
  /** Where its second part ends. */
  readonly length: number;
}

/** The last byte ranges of a file. */
function findRanges(bytes: Buffer): readonly SignedRange[] {
  const ranges: SignedRange[] = [];
  for (
    let at = bytes.lastIndexOf(RANGE_KEY);
    at >= 0 && ranges.length < MAX_RANGES;
    at = at === 0 ? -1 : bytes.lastIndexOf(RANGE_KEY, at - 1)
  ) {
    const text = bytes.toString('latin1', at, at + 300);
    const [, start, end, rest] = /^\/ByteRange\s*\[\s*0\s+(\d{1,10})\s+(\d{1,10})\s+(\d{1,10})\s*\]/.exec(text) ?? [];
    if (rest !== undefined) ranges.push({ at, start: Number(start), end: Number(end), length: Number(end) + Number(rest) });
  }
  return ranges;
}

async function isSigned(bytes: Buffer, start: number, end: number, certificates: readonly Uint8Array[]): Promise<boolean> {
  if (end - start > MAX_SIGNATURE) return false;
  const hex = bytes.toString('latin1', start, end);
  const signature = /^<[0-9a-f]+>$/i.test(hex) ? readSignature(Buffer.from(hex.slice(1, -1), 'hex')) : undefined;
  const own = signature?.certificates[0];
  if (signature === undefined || own === undefined || !certificates.some((one) => own.equals(one))) return false;
  if (!(await verifyAsync('sha256', signature.signed, new X509Certificate(own).publicKey, signature.signature))) return false;
  return signature.digest.equals(await hashAround(bytes, start, end));
}

/** The SHA-256 of a file without its signature. */
export async function hashAround(bytes: Buffer, start: number, end: number): Promise<Buffer> {
  const signed = Buffer.concat([bytes.subarray(0, start), bytes.subarray(end)]);
  return Buffer.from(await webcrypto.subtle.digest('SHA-256', signed));
}

/** The id is in the dictionary of the signature, directly before its byte range: it was signed with the rest. */
function readEnvelope(bytes: Buffer, range: number): { readonly envelopeId?: string } {
  const before = bytes.toString('latin1', Math.max(0, range - 500), range);
  const [, hex] = new RegExp(`/${ENVELOPE_KEY}\\s*<([0-9a-fA-F]*)>\\s*$`).exec(before) ?? [];
  return hex === undefined ? {} : { envelopeId: Buffer.from(hex, 'hex').toString() };
}

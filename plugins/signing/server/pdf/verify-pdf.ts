import { createHash, createPublicKey, verify, X509Certificate } from 'node:crypto';
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

const verifyAsync = promisify<string, Buffer, ReturnType<typeof createPublicKey>, Buffer, boolean>(verify);

/**
 * Verifies a file by its digital signature. `certificates` are those that the product signs or has signed with (DER, the own ones without those
 * that issued them). It reads nothing else of the file, which may be anything.
 */
export async function verifyPdf(content: Uint8Array, certificates: readonly Uint8Array[]): Promise<PdfVerification> {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  const text = bytes.toString('latin1');
  const ranges = [...text.matchAll(/\/ByteRange\s*\[\s*0\s+(\d{1,10})\s+(\d{1,10})\s+(\d{1,10})\s*\]/g)].slice(-MAX_RANGES);
  for (const { 1: start, 2: end, 3: rest, index } of ranges.toReversed()) {
    const gap = { start: Number(start), end: Number(end), length: Number(end) + Number(rest) };
    const isWhole = gap.start < gap.end && gap.length === bytes.length;
    if (isWhole && (await isSigned(bytes, gap, certificates))) return { status: 'valid', ...readEnvelope(text, index) };
  }
  return { status: ranges.length > 0 && text.includes(`/${ENVELOPE_KEY} `) ? 'changed' : 'not_ours' };
}

interface Gap {
  readonly start: number;
  readonly end: number;
}

async function isSigned(bytes: Buffer, { start, end }: Gap, certificates: readonly Uint8Array[]): Promise<boolean> {
  const hex = bytes.toString('latin1', start, end);
  const signature = /^<[0-9a-f]+>$/i.test(hex) ? readSignature(Buffer.from(hex.slice(1, -1), 'hex')) : undefined;
  if (signature === undefined) return false;
  const digest = createHash('sha256').update(bytes.subarray(0, start)).update(bytes.subarray(end)).digest();
  const [own] = signature.certificates;
  if (!digest.equals(signature.digest) || own === undefined || !certificates.some((one) => own.equals(one))) return false;
  return verifyAsync('sha256', signature.signed, new X509Certificate(own).publicKey, signature.signature);
}

/** The id is in the dictionary of the signature, directly before its byte range: it was signed with the rest. */
function readEnvelope(text: string, range: number): { readonly envelopeId?: string } {
  const before = text.slice(Math.max(0, range - 500), range);
  const [, hex] = new RegExp(`/${ENVELOPE_KEY}\\s*<([0-9a-fA-F]*)>\\s*$`).exec(before) ?? [];
  return hex === undefined ? {} : { envelopeId: Buffer.from(hex, 'hex').toString() };
}

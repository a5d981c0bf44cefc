import { createHash, randomBytes } from 'node:crypto';
import type { PdfContext } from './contract.ts';
import type { StampSignature } from './cades.ts';
import { readDer, readParts, TAG, writeDer, writeOid, writeSequence, writeSmallInteger, type DerValue } from './der.ts';

const SHA256 = writeSequence(writeOid('2.16.840.1.101.3.4.2.1'));

/**
 * Sends a request to a time-stamp server (RFC 3161): a POST with the content type `application/timestamp-query`. Returns the body of the
 * response.
 */
export type SendTimeStampRequest = (request: Uint8Array) => Promise<Uint8Array>;

/** Longest time stamp. */
export const MAX_TOKEN_BYTES = 12_000;

/** Creates the function that gets time stamps. Errors: `time_stamp_failed`; those of `send`. */
export function createStamper({ refuse }: Pick<PdfContext, 'refuse'>, send: SendTimeStampRequest): StampSignature {
  return async (signature) => {
    const imprint = writeSequence(SHA256, writeDer(TAG.bytes, createHash('sha256').update(signature).digest()));
    // A positive number: its first bit is not set.
    const nonce = writeDer(TAG.integer, Buffer.from([0x40]), randomBytes(8));
    const wantsCertificate = Buffer.from([0x01, 0x01, 0xff]);
    const response = Buffer.from(await send(writeSequence(writeSmallInteger(1), imprint, nonce, wantsCertificate)));
    const token = readToken(response);
    const isValid = token !== undefined && token.whole.length <= MAX_TOKEN_BYTES && isTokenOf(token, imprint, nonce);
    return isValid ? token.whole : refuse('time_stamp_failed');
  };
}

/** The token of a response that grants it. */
function readToken(response: Buffer): DerValue | undefined {
  const [status, token] = readParts(readDer(response)?.content ?? Buffer.alloc(0));
  const [code] = readParts(status?.content ?? Buffer.alloc(0));
  return code?.content.length === 1 && (code.content[0] === 0 || code.content[0] === 1) ? token : undefined;
}

/** Whether a token is the response to this request. */
function isTokenOf(token: DerValue, imprint: Buffer, nonce: Buffer): boolean {
  const [, tagged] = readParts(token.content);
  const [, , content] = readParts(readDer(tagged?.content ?? Buffer.alloc(0))?.content ?? Buffer.alloc(0));
  const [, wrapped] = readParts(content?.content ?? Buffer.alloc(0));
  const info = readDer(readDer(wrapped?.content ?? Buffer.alloc(0))?.content ?? Buffer.alloc(0));
  const parts = readParts(info?.content ?? Buffer.alloc(0));
  const stamped = readParts(parts[2]?.content ?? Buffer.alloc(0))[1];
  return (
    stamped?.whole.equals(readParts(readDer(imprint)?.content ?? Buffer.alloc(0))[1]?.whole ?? Buffer.alloc(0)) === true &&
    parts.some(({ whole }) => whole.equals(nonce))
  );
}

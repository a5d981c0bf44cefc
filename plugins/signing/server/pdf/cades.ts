import { createHash, createPrivateKey, sign } from 'node:crypto';
import { promisify } from 'node:util';
import type { SigningCertificate } from './contract.ts';
import { readDer, readParts, TAG, writeDer, writeOid, writeSequence, writeSet, writeSmallInteger } from './der.ts';

const SHA256 = writeSequence(writeOid('2.16.840.1.101.3.4.2.1'));
const RSA_SHA256 = writeSequence(writeOid('1.2.840.113549.1.1.11'), writeDer(TAG.null));
const DATA = writeOid('1.2.840.113549.1.7.1');
const SIGNED_DATA = writeOid('1.2.840.113549.1.7.2');
const CONTENT_TYPE = writeOid('1.2.840.113549.1.9.3');
const MESSAGE_DIGEST = writeOid('1.2.840.113549.1.9.4');
const SIGNING_CERTIFICATE = writeOid('1.2.840.113549.1.9.16.2.47');
const TIME_STAMP = writeOid('1.2.840.113549.1.9.16.2.14');

const signAsync = promisify<string, Buffer, ReturnType<typeof createPrivateKey>, Buffer>(sign);

/** Gives the time stamp (a token of RFC 3161) of a signature's bytes. */
export type StampSignature = (signature: Buffer) => Promise<Buffer>;

/**
 * Signs the SHA-256 of a file: a CMS signature as PAdES B-B wants it (ETSI EN 319 142-1), with the certificate among the signed attributes; with
 * `stamp` B-T. The work is done in the thread pool of Node.
 */
export async function signDigest(digest: Buffer, certificate: SigningCertificate, stamp?: StampSignature): Promise<Buffer> {
  const [own = new Uint8Array()] = certificate.certificates;
  const { issuer, serial } = readIssuer(Buffer.from(own));
  const attributes = [
    writeSequence(CONTENT_TYPE, writeSet(DATA)),
    writeSequence(MESSAGE_DIGEST, writeSet(writeDer(TAG.bytes, digest))),
    writeSequence(SIGNING_CERTIFICATE, writeSet(identifyCertificate(own, issuer, serial))),
  ];
  const key = createPrivateKey({ key: Buffer.from(certificate.key), format: 'der', type: 'pkcs8' });
  // What is signed has the tag of a set; what is written has the tag [0].
  const signature = await signAsync('sha256', writeSet(...attributes), key);
  const token = await stamp?.(signature);
  const signer = writeSequence(
    writeSmallInteger(1),
    writeSequence(issuer, serial),
    SHA256,
    retag(writeSet(...attributes), TAG.tagged),
    RSA_SHA256,
    writeDer(TAG.bytes, signature),
    ...(token === undefined ? [] : [writeDer(TAG.tagged + 1, writeSequence(TIME_STAMP, writeSet(token)))]),
  );
  const certificates = writeDer(TAG.tagged, ...certificate.certificates);
  const signedData = writeSequence(writeSmallInteger(1), writeSet(SHA256), writeSequence(DATA), certificates, writeSet(signer));
  return writeSequence(SIGNED_DATA, writeDer(TAG.tagged, signedData));
}

/** `SigningCertificateV2` (RFC 5035): the hash of the certificate, its issuer and number. */
function identifyCertificate(certificate: Uint8Array, issuer: Buffer, serial: Buffer): Buffer {
  const hash = writeDer(TAG.bytes, createHash('sha256').update(certificate).digest());
  const names = writeSequence(writeDer(TAG.tagged + 4, issuer));
  return writeSequence(writeSequence(writeSequence(hash, writeSequence(names, serial))));
}

/** Issuer and serial number of a certificate, as they are written in it. */
export function readIssuer(certificate: Buffer): { readonly issuer: Buffer; readonly serial: Buffer } {
  const [body] = readParts(readDer(certificate)?.content ?? Buffer.alloc(0));
  const parts = readParts(body?.content ?? Buffer.alloc(0));
  // The version comes first, but for the oldest certificates.
  const first = parts[0]?.tag === TAG.tagged ? 1 : 0;
  return { serial: parts[first]?.whole ?? Buffer.alloc(0), issuer: parts[first + 2]?.whole ?? Buffer.alloc(0) };
}

function retag(value: Buffer, tag: number): Buffer {
  return Buffer.concat([Buffer.from([tag]), value.subarray(1)]);
}

/** What a signature of a file says. */
export interface ReadSignature {
  /** The SHA-256 of the file that was signed. */
  readonly digest: Buffer;
  /** The signed attributes, as they were signed. */
  readonly signed: Buffer;
  readonly signature: Buffer;
  /** DER. */
  readonly certificates: readonly Buffer[];
}

/** Reads a signature that {@link signDigest} made; undefined: it is something else. */
export function readSignature(content: Buffer): ReadSignature | undefined {
  const [type, tagged] = readParts(readDer(content)?.content ?? Buffer.alloc(0));
  if (type?.whole.equals(SIGNED_DATA) !== true || tagged === undefined) return undefined;
  const [, , , certificates, signers] = readParts(readDer(tagged.content)?.content ?? Buffer.alloc(0));
  const [, , , attributes, , signature] = readParts(readDer(signers?.content ?? Buffer.alloc(0))?.content ?? Buffer.alloc(0));
  if (certificates === undefined || attributes === undefined || signature === undefined) return undefined;
  const digest = readParts(attributes.content)
    .map(({ content: attribute }) => readParts(attribute))
    .find(([name]) => name?.whole.equals(MESSAGE_DIGEST))?.[1];
  const [bytes] = readParts(digest?.content ?? Buffer.alloc(0));
  return (
    bytes && {
      digest: bytes.content,
      signed: retag(attributes.whole, TAG.set),
      signature: signature.content,
      certificates: readParts(certificates.content).map(({ whole }) => whole),
    }
  );
}

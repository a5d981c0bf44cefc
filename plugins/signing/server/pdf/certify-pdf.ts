import { webcrypto } from 'node:crypto';
import { signDigest } from './cades.ts';
import type { CertifyDetails, FillInput, PdfContext, PreparedPdf, SigningCertificate } from './contract.ts';
import { runPdfThread } from './run-pdf-thread.ts';
import { createStamper, MAX_TOKEN_BYTES, type SendTimeStampRequest } from './time-stamp.ts';

/** Bytes of a signature beside its certificates and its time stamp. */
const SIGNATURE_BYTES = 2_048;

/** How a file is signed digitally. */
export interface CertifyOptions extends CertifyDetails {
  readonly certificate: SigningCertificate;
  /** Sends requests to a time-stamp server; default: no time stamp (PAdES B-B instead of B-T). */
  readonly sendTimeStampRequest?: SendTimeStampRequest;
}

/** Fills a document in (see `fillPdf`) and signs it digitally: in one thread, so that it is read and written once. */
export async function fillAndCertifyPdf(context: PdfContext, input: FillInput, options: CertifyOptions): Promise<Uint8Array> {
  const prepared = await runPdfThread(context, { kind: 'fill', input, certify: toPlaceholder(options) });
  return certifyPrepared(context, prepared as PreparedPdf, options);
}

/**
 * Signs a PDF digitally, over the whole file: PAdES B-B, or B-T with a time stamp. Any later change makes the signature invalid. Errors:
 * `pdf_damaged`, `pdf_encrypted`, `pdf_too_complex`, `time_stamp_failed`; those of `sendTimeStampRequest`.
 */
export async function certifyPdf(context: PdfContext, content: Uint8Array, options: CertifyOptions): Promise<Uint8Array> {
  const prepared = await runPdfThread(context, { kind: 'prepare', content, certify: toPlaceholder(options) });
  return certifyPrepared(context, prepared as PreparedPdf, options);
}

/** The place for a signature, without the key, which does not leave the process's main thread. */
export function toPlaceholder({
  certificate,
  sendTimeStampRequest,
  ...details
}: CertifyOptions): CertifyDetails & { readonly size: number } {
  const certificates = certificate.certificates.reduce((sum, { length }) => sum + length, 0);
  return { ...details, size: SIGNATURE_BYTES + certificates + (sendTimeStampRequest === undefined ? 0 : MAX_TOKEN_BYTES) };
}

/** Signs a file that has the place for it. */
export async function certifyPrepared(
  context: PdfContext,
  { content, gap: { start, end } }: PreparedPdf,
  { certificate, sendTimeStampRequest: send }: CertifyOptions,
): Promise<Uint8Array> {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  const signed = Buffer.concat([bytes.subarray(0, start), bytes.subarray(end)]);
  const digest = Buffer.from(await webcrypto.subtle.digest('SHA-256', signed));
  const signature = await signDigest(digest, certificate, send === undefined ? undefined : createStamper(context, send));
  // The brackets are part of the gap; the rest stays 0.
  bytes.write(signature.toString('hex').padEnd(end - start - 2, '0'), start + 1, 'latin1');
  return content;
}

import type { CertificateInput, PdfContext, SigningCertificate } from './contract.ts';
import { runPdfThread } from './run-pdf-thread.ts';

/** What {@link createCertificate} needs. */
export interface CreateCertificateInput {
  /** Name of the organisation, which readers of signed documents see. */
  readonly name: string;
  /** First moment of its ten years. */
  readonly from: Date;
  /** Protects the key in the file. */
  readonly passphrase: string;
  /** Bits of the RSA key; default 3072. */
  readonly bits?: CertificateInput['bits'];
}

/** Creates a key and a certificate that it signs itself, valid for ten years, for digital signatures. Returns a PKCS#12 file. */
export async function createCertificate(
  context: PdfContext,
  { passphrase, bits = 3072, name, from }: CreateCertificateInput,
): Promise<Uint8Array> {
  return (await runPdfThread(context, { kind: 'create-certificate', input: { name, from, bits }, passphrase })) as Uint8Array;
}

/**
 * Opens a PKCS#12 file with an RSA key, one that was created or that an admin gives. Keep the result for the next signatures: opening takes a
 * thread. Errors: `certificate_not_usable`, with the reason in its text.
 */
export async function openCertificate(context: PdfContext, content: Uint8Array, passphrase: string): Promise<SigningCertificate> {
  return (await runPdfThread(context, { kind: 'open-certificate', content, passphrase })) as SigningCertificate;
}

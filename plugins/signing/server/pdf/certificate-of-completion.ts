import { certifyPrepared, toPlaceholder, type CertifyOptions } from './certify-pdf.ts';
import type { CompletionInput, PdfContext, PreparedPdf } from './contract.ts';
import { runPdfThread } from './run-pdf-thread.ts';

/**
 * Writes the certificate of completion of an envelope: what was signed, by whom and how they were identified, and all events with their hashes,
 * on as many pages as it needs. With `certify` it is signed digitally, as the document itself. Errors: `pdf_too_complex`, `time_stamp_failed`.
 */
export async function writeCertificateOfCompletion(
  context: PdfContext,
  input: CompletionInput,
  certify?: CertifyOptions,
): Promise<Uint8Array> {
  if (certify === undefined) return (await runPdfThread(context, { kind: 'completion', input })) as Uint8Array;
  const prepared = await runPdfThread(context, { kind: 'completion', input, certify: toPlaceholder(certify) });
  return certifyPrepared(context, prepared as PreparedPdf, certify);
}

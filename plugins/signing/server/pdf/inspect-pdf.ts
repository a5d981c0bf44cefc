import type { PdfContext, PdfInspection } from './contract.ts';
import { runPdfThread } from './run-pdf-thread.ts';

/** Bytes of a file. */
const MAX_BYTES = 50 * 1_048_576;

/**
 * Reads an uploaded PDF within limits of pages (500), memory and time: its pages, and the fields of its form as a proposal for inputs. It also
 * returns the copy to show and to fill in, so that all readers show the same: without scripts and actions, files inside, and digital signatures,
 * its form flattened; `removed` says which of them it had. Errors: `pdf_encrypted`, `pdf_damaged`, `pdf_too_many_pages`, `pdf_too_complex`.
 */
export async function inspectPdf(context: PdfContext, content: Uint8Array): Promise<PdfInspection> {
  if (content.length > MAX_BYTES) return context.refuse('pdf_too_complex', { message: 'The PDF is larger than 50 MB.' });
  return (await runPdfThread(context, { kind: 'inspect', content })) as PdfInspection;
}

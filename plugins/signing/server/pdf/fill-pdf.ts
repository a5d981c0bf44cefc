import type { FillInput, PdfContext } from './contract.ts';
import { runPdfThread } from './run-pdf-thread.ts';

/**
 * Fills a document in: the values of its inputs become part of its pages, where they were placed on the pages as they are shown. Fields of a
 * form in the file are flattened; scripts, files and earlier digital signatures are removed. The result has no digital signature. Errors:
 * `pdf_damaged`, `pdf_encrypted`, `pdf_too_many_pages`, `pdf_too_complex`, `picture_not_usable`.
 */
export async function fillPdf(context: PdfContext, input: FillInput): Promise<Uint8Array> {
  return (await runPdfThread(context, { kind: 'fill', input })) as Uint8Array;
}

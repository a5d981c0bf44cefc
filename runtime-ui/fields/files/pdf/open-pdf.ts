import { getDocument, GlobalWorkerOptions, version, type PDFDocumentLoadingTask } from 'pdfjs-dist/legacy/build/pdf.mjs';
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';

GlobalWorkerOptions.workerSrc = workerUrl;

/** Decoders of scanned images, and character maps of Asian fonts, which the reader loads when a document needs them. */
const PARTS = `/assets/pdf-${version}`;

/** Starts to read the PDF at a URL; pages can be shown before all of it has arrived. `destroy` it to stop. */
export function openPdf(url: string): PDFDocumentLoadingTask {
  return getDocument({ url, wasmUrl: `${PARTS}/wasm/`, cMapUrl: `${PARTS}/cmaps/`, cMapPacked: true, isEvalSupported: false });
}

/** Whether a PDF was not opened because it needs a password. */
export function isPasswordError(error: unknown): boolean {
  return error instanceof Error && error.name === 'PasswordException';
}

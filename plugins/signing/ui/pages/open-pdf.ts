import { getDocument, GlobalWorkerOptions, TextLayer, version, type PDFDocumentLoadingTask } from 'pdfjs-dist/legacy/build/pdf.mjs';
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';

export type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
export { TextLayer };

GlobalWorkerOptions.workerSrc = workerUrl;

/** Decoders of scanned images, and character maps of Asian fonts, which the build copies to this folder. */
const PARTS = `/assets/pdf-${version}`;

/** Starts to read the PDF at a URL. Scripts and forms inside it are not run. `destroy` it to stop. */
export function openPdf(url: string): PDFDocumentLoadingTask {
  return getDocument({
    url,
    wasmUrl: `${PARTS}/wasm/`,
    cMapUrl: `${PARTS}/cmaps/`,
    cMapPacked: true,
    isEvalSupported: false,
    enableXfa: false,
  });
}

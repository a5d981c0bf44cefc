import { getDocument, GlobalWorkerOptions, version, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';
import { useEffect, useState } from 'react';

GlobalWorkerOptions.workerSrc = workerUrl;

/** Decoders of scanned images, and character maps of Asian fonts, which the reader loads when a document needs them. */
const PARTS = `/assets/pdf-${version}`;

/** A PDF that is open; null: it cannot be opened; undefined: it is being opened. */
export function usePdf(url: string): PDFDocumentProxy | null | undefined {
  const [pdf, setPdf] = useState<PDFDocumentProxy | null>();
  useEffect(() => {
    setPdf(undefined);
    let isCurrent = true;
    const task = getDocument({ url, wasmUrl: `${PARTS}/wasm/`, cMapUrl: `${PARTS}/cmaps/`, cMapPacked: true, isEvalSupported: false });
    task.promise.then(
      (opened) => isCurrent && setPdf(opened),
      () => isCurrent && setPdf(null),
    );
    return () => {
      isCurrent = false;
      void task.destroy();
    };
  }, [url]);
  return pdf;
}

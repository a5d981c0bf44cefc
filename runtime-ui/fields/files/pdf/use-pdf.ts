import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { useEffect, useState } from 'react';
import { isPasswordError, openPdf } from './open-pdf.ts';

/** A PDF that is being opened, is open, or cannot be shown. */
export type PdfState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'open'; readonly pdf: PDFDocumentProxy }
  | { readonly kind: 'failed'; readonly needsPassword: boolean };

/** Opens a PDF and closes it with the component. `attempt` opens it again. */
export function usePdf(url: string, attempt: number): PdfState {
  const [state, setState] = useState<PdfState>({ kind: 'loading' });
  useEffect(() => {
    setState({ kind: 'loading' });
    let isCurrent = true;
    const task = openPdf(url);
    task.promise.then(
      (pdf) => isCurrent && setState({ kind: 'open', pdf }),
      (error: unknown) => isCurrent && setState({ kind: 'failed', needsPassword: isPasswordError(error) }),
    );
    return () => {
      isCurrent = false;
      void task.destroy();
    };
  }, [url, attempt]);
  return state;
}

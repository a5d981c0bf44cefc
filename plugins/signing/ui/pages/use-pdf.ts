import { useEffect, useState } from 'react';
import type { PDFDocumentProxy } from './open-pdf.ts';

/** A PDF that is being opened, is open, or cannot be shown. */
export type PdfState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'open'; readonly pdf: PDFDocumentProxy }
  | { readonly kind: 'failed' };

/** Opens the PDF at a URL, with the reader that is loaded for it, and closes it with the component. '': there is none yet. */
export function usePdf(url: string): PdfState {
  const [state, setState] = useState<PdfState>({ kind: 'loading' });
  useEffect(() => {
    setState({ kind: 'loading' });
    if (url === '') return undefined;
    let isCurrent = true;
    let close = (): void => undefined;
    const open = async (): Promise<void> => {
      const { openPdf } = await import('./open-pdf.ts');
      if (!isCurrent) return;
      const task = openPdf(url);
      close = () => void task.destroy();
      const pdf = await task.promise;
      if (isCurrent) setState({ kind: 'open', pdf });
    };
    open().catch(() => isCurrent && setState({ kind: 'failed' }));
    return () => {
      isCurrent = false;
      close();
    };
  }, [url]);
  return state;
}

import { ZoomIn, ZoomOut } from 'lucide-react';
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { useEffect, useRef, useState } from 'react';
import { EmptyState, ErrorState, IconButton, SkeletonRows, t } from '../../../kit/index.ts';
import '../../styles/pdf.css';
import { PdfPage } from './pdf-page.tsx';
import { usePdf } from './use-pdf.ts';

/** Widths of a page, as parts of the width that there is. */
const ZOOMS = [0.5, 0.75, 1, 1.5, 2, 3] as const;
const FIT = ZOOMS.indexOf(1);
/** Space beside a page. */
const MARGIN = 24;
const LETTER_RATIO = 11 / 8.5;

/** The width of an element, which follows its size. */
function useWidth(element: { readonly current: HTMLElement | null }): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const { current } = element;
    if (current === null) return undefined;
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)));
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return width;
}

function Pages({ pdf, name }: { readonly pdf: PDFDocumentProxy; readonly name: string }) {
  const list = useRef<HTMLUListElement>(null);
  const available = useWidth(list);
  const [zoom, setZoom] = useState<number>(FIT);
  const [current, setCurrent] = useState(1);
  const width = Math.max(120, Math.floor((available - MARGIN) * (ZOOMS[zoom] ?? 1)));
  return (
    <div className="mu-pdf">
      <div className="mu-pdf-bar">
        <span aria-live="polite">{t('files.pageOf', { number: current, total: pdf.numPages })}</span>
        <IconButton icon={ZoomOut} size="sm" label={t('files.zoomOut')} disabled={zoom === 0} onClick={() => setZoom(zoom - 1)} />
        <span className="mu-pdf-zoom">{t('files.zoom', { percent: Math.round((ZOOMS[zoom] ?? 1) * 100) })}</span>
        <IconButton
          icon={ZoomIn}
          size="sm"
          label={t('files.zoomIn')}
          disabled={zoom === ZOOMS.length - 1}
          onClick={() => setZoom(zoom + 1)}
        />
      </div>
      <ul ref={list} className="mu-pdf-pages" tabIndex={0} aria-label={name}>
        {available > 0 &&
          Array.from({ length: pdf.numPages }, (_, index) => (
            <PdfPage key={index} pdf={pdf} number={index + 1} width={width} ratio={LETTER_RATIO} onSeen={setCurrent} />
          ))}
      </ul>
    </div>
  );
}

/** Shows the pages of a PDF, also where the browser cannot. */
export function PdfView({ url, name }: { readonly url: string; readonly name: string }) {
  const [attempt, setAttempt] = useState(0);
  const state = usePdf(url, attempt);
  if (state.kind === 'loading') return <SkeletonRows rows={6} height={40} columns={1} />;
  if (state.kind === 'open') return <Pages pdf={state.pdf} name={name} />;
  return state.needsPassword ? (
    <EmptyState compact title={t('files.needsPassword')} help={t('files.needsPasswordHelp')} />
  ) : (
    <ErrorState
      compact
      title={t('files.showFailed')}
      text={t('files.pdfFailed')}
      code="pdf_unreadable"
      onRetry={() => setAttempt(attempt + 1)}
    />
  );
}

import { RenderingCancelledException, TextLayer, type PDFDocumentProxy, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { useEffect, useRef, useState } from 'react';
import { t } from '../../../kit/index.ts';

/** A canvas of more pixels is not shown by phones. */
const MAX_PIXELS = 16_000_000;

interface PdfPageProps {
  readonly pdf: PDFDocumentProxy;
  readonly number: number;
  /** Width in CSS pixels. */
  readonly width: number;
  /** Height for its width, until the page is known. */
  readonly ratio: number;
  /** Called when the page becomes visible. */
  readonly onSeen: (number: number) => void;
}

/** Draws a page into its elements; returns what stops it. */
function drawPage(page: PDFPageProxy, width: number, canvas: HTMLCanvasElement, text: HTMLElement, onFail: () => void): () => void {
  const viewport = page.getViewport({ scale: width / page.getViewport({ scale: 1 }).width });
  const density = Math.min(window.devicePixelRatio, Math.sqrt(MAX_PIXELS / (viewport.width * viewport.height)));
  canvas.width = Math.floor(viewport.width * density);
  canvas.height = Math.floor(viewport.height * density);
  const drawing = page.render({ canvas, viewport, transform: [density, 0, 0, density, 0, 0] });
  text.replaceChildren();
  text.style.setProperty('--total-scale-factor', String(viewport.scale));
  const layer = new TextLayer({ textContentSource: page.streamTextContent(), container: text, viewport });
  Promise.all([drawing.promise, layer.render()]).catch((error: unknown) => {
    // Zooming and closing end a drawing before it is done.
    if (!(error instanceof RenderingCancelledException || (error instanceof Error && error.name === 'AbortException'))) onFail();
  });
  return () => {
    drawing.cancel();
    layer.cancel();
  };
}

/** Whether an element is, or was, near the part that is shown. */
function useNear(element: { readonly current: HTMLElement | null }, onSeen: () => void): boolean {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    const { current } = element;
    if (current === null) return undefined;
    const root = current.closest('.mu-pdf-pages');
    // While the browser is busy, several changes come at once: the last one is the present one.
    const near = new IntersectionObserver((changes) => setNear(changes.at(-1)?.isIntersecting === true), { root, rootMargin: '600px 0px' });
    const seen = new IntersectionObserver((changes) => changes.at(-1)?.isIntersecting === true && onSeen(), {
      root,
      rootMargin: '-45% 0px -45% 0px',
    });
    for (const observer of [near, seen]) observer.observe(current);
    return () => [near, seen].forEach((observer) => observer.disconnect());
  }, []);
  return isNear;
}

/** One page of a PDF, drawn while it is near the part that is shown. Its text can be selected. */
export function PdfPage({ pdf, number, width, ratio, onSeen }: PdfPageProps) {
  const frame = useRef<HTMLLIElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const text = useRef<HTMLDivElement>(null);
  const [height, setHeight] = useState(ratio);
  const [hasFailed, setFailed] = useState(false);
  const isNear = useNear(frame, () => onSeen(number));
  useEffect(() => {
    if (!isNear) return undefined;
    let stop: (() => void) | undefined;
    let isCurrent = true;
    pdf.getPage(number).then(
      (page) => {
        if (!isCurrent || canvas.current === null || text.current === null) return;
        const { width: own, height: tall } = page.getViewport({ scale: 1 });
        setHeight(tall / own);
        stop = drawPage(page, width, canvas.current, text.current, () => setFailed(true));
      },
      () => isCurrent && setFailed(true),
    );
    return () => {
      isCurrent = false;
      stop?.();
    };
  }, [isNear, pdf, number, width]);
  return (
    <li
      ref={frame}
      className="mu-pdf-page"
      aria-label={t('files.pageOf', { number, total: pdf.numPages })}
      style={{ width, height: Math.round(width * height) }}
    >
      {hasFailed && <p className="mu-pdf-note">{t('files.pageFailed', { number })}</p>}
      {isNear && !hasFailed && (
        <>
          <canvas ref={canvas} aria-hidden />
          <div ref={text} className="mu-pdf-text" />
        </>
      )}
    </li>
  );
}

import { useEffect, useRef, useState } from 'react';
import type { PDFDocumentProxy, PDFPageProxy } from './open-pdf.ts';
import './pages.css';

/** A canvas of more pixels is not shown by phones. */
const MAX_PIXELS = 16_000_000;
/** Pages within this distance of the visible part are drawn. */
const NEAR = '600px 0px';

/** Whether an element is near the visible part of the window, or of what scrolls it. */
function useIsNear(element: { readonly current: HTMLElement | null }): boolean {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    const { current } = element;
    if (current === null || typeof IntersectionObserver === 'undefined') return undefined;
    // Several changes may come at once: the last one is the present one.
    const observer = new IntersectionObserver((changes) => setNear(changes.at(-1)?.isIntersecting === true), {
      root: current.closest('[data-page-scroller]'),
      rootMargin: NEAR,
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return isNear;
}

interface Targets {
  readonly canvas: HTMLCanvasElement;
  /** Undefined: the text is left out, as in thumbnails. */
  readonly text: HTMLElement | undefined;
}

async function drawPage(page: PDFPageProxy, width: number, { canvas, text }: Targets, signal: AbortSignal): Promise<void> {
  const viewport = page.getViewport({ scale: width / page.getViewport({ scale: 1 }).width });
  const density = Math.min(window.devicePixelRatio, Math.sqrt(MAX_PIXELS / (viewport.width * viewport.height)));
  canvas.width = Math.floor(viewport.width * density);
  canvas.height = Math.floor(viewport.height * density);
  const drawing = page.render({ canvas, viewport, transform: [density, 0, 0, density, 0, 0] });
  signal.addEventListener('abort', () => drawing.cancel());
  await drawing.promise;
  const { TextLayer } = await import('./open-pdf.ts');
  if (text === undefined || signal.aborted) return;
  text.replaceChildren();
  text.style.setProperty('--total-scale-factor', String(viewport.scale));
  const layer = new TextLayer({ textContentSource: page.streamTextContent(), container: text, viewport });
  signal.addEventListener('abort', () => layer.cancel());
  await layer.render();
}

interface PageDrawingProps {
  /** Undefined: it is not open yet. */
  readonly pdf: PDFDocumentProxy | undefined;
  /** 1 is the first page. */
  readonly number: number;
  /** Width in CSS pixels. */
  readonly width: number;
  /** Shown if the page cannot be drawn. */
  readonly failedText: string;
  /** Leaves the text for screen readers out. */
  readonly isPicture?: boolean;
}

/** The drawing of a page of a PDF, while it is near the visible part, with its text for screen readers and for selection. */
export function PageDrawing({ pdf, number, width, failedText, isPicture = false }: PageDrawingProps) {
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const text = useRef<HTMLDivElement>(null);
  const [hasFailed, setFailed] = useState(false);
  const isNear = useIsNear(frame);
  useEffect(() => {
    if (!isNear || pdf === undefined) return undefined;
    const stop = new AbortController();
    const draw = async (): Promise<void> => {
      const page = await pdf.getPage(number);
      if (stop.signal.aborted || canvas.current === null) return;
      await drawPage(page, width, { canvas: canvas.current, text: text.current ?? undefined }, stop.signal);
    };
    draw().then(
      () => stop.signal.aborted || setFailed(false),
      () => stop.signal.aborted || setFailed(true),
    );
    return () => stop.abort();
  }, [isNear, pdf, number, width]);
  return (
    <div ref={frame} className="sg-drawing">
      {isNear && <canvas ref={canvas} aria-hidden />}
      {isNear && !isPicture && <div ref={text} className="sg-page-text" />}
      {hasFailed && <p className="sg-drawing-failed">{failedText}</p>}
    </div>
  );
}

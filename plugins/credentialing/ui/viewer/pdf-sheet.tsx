import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { useEffect, useRef, useState } from 'react';
import { EmptyState, SkeletonRows } from '#ui';
import { tCredentialing } from '../texts.ts';
import { usePdf } from './open-pdf.ts';
import type { SheetProps } from './sheet.tsx';

/** A canvas of more pixels is not shown by phones. */
const MAX_PIXELS = 16_000_000;
const LETTER = 11 / 8.5;
const THUMBNAIL_WIDTH = 60;
/** Pages with a thumbnail; the others are reached with the arrows. */
const MOST_THUMBNAILS = 30;

interface CanvasProps {
  readonly pdf: PDFDocumentProxy;
  readonly page: number;
  readonly width: number;
  readonly rotation: number;
}

/** One page of a PDF as a drawing. */
function PageCanvas({ pdf, page: number, width, rotation }: CanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [ratio, setRatio] = useState(LETTER);
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    let stop: (() => void) | undefined;
    let isCurrent = true;
    setFailed(false);
    const draw = (page: PDFPageProxy) => {
      if (!isCurrent || canvas.current === null) return;
      const turned = { rotation: (page.rotate + rotation) % 360 };
      const own = page.getViewport({ scale: 1, ...turned });
      setRatio(own.height / own.width);
      const viewport = page.getViewport({ scale: width / own.width, ...turned });
      const density = Math.min(window.devicePixelRatio, Math.sqrt(MAX_PIXELS / (viewport.width * viewport.height)));
      canvas.current.width = Math.floor(viewport.width * density);
      canvas.current.height = Math.floor(viewport.height * density);
      const drawing = page.render({ canvas: canvas.current, viewport, transform: [density, 0, 0, density, 0, 0] });
      // Another page or width ends a drawing before it is done.
      drawing.promise.catch(() => undefined);
      stop = () => drawing.cancel();
    };
    pdf.getPage(number).then(draw, () => isCurrent && setFailed(true));
    return () => {
      isCurrent = false;
      stop?.();
    };
  }, [pdf, number, width, rotation]);
  if (hasFailed) return <p className="cr-problem">{tCredentialing('viewer.failed')}</p>;
  return <canvas ref={canvas} className="cr-canvas" style={{ width, height: Math.round(width * ratio) }} aria-hidden />;
}

function Thumbnails({
  pdf,
  page,
  onPage,
}: {
  readonly pdf: PDFDocumentProxy;
  readonly page: number;
  readonly onPage: (page: number) => void;
}) {
  return (
    <ol className="cr-thumbnails" aria-label={tCredentialing('viewer.pages')}>
      {Array.from({ length: Math.min(pdf.numPages, MOST_THUMBNAILS) }, (_, at) => (
        <li key={at}>
          <button
            type="button"
            aria-current={at + 1 === page}
            aria-label={tCredentialing('viewer.toPage', { page: at + 1 })}
            onClick={() => onPage(at + 1)}
          >
            <PageCanvas pdf={pdf} page={at + 1} width={THUMBNAIL_WIDTH} rotation={0} />
            <span aria-hidden>{at + 1}</span>
          </button>
        </li>
      ))}
    </ol>
  );
}

/** A page of a PDF with what is marked on it, and the thumbnails of all pages. */
export function PdfSheet({ url, page, width, rotation, children, onPages, onPage }: SheetProps) {
  const pdf = usePdf(url);
  const count = pdf?.numPages;
  useEffect(() => {
    if (count !== undefined) onPages(count);
  }, [count]);
  if (pdf === undefined) return <SkeletonRows rows={6} height={40} columns={1} />;
  if (pdf === null) return <EmptyState compact title={tCredentialing('viewer.failed')} help={tCredentialing('viewer.failedHelp')} />;
  return (
    <>
      {pdf.numPages > 1 && <Thumbnails pdf={pdf} page={page} onPage={onPage} />}
      <div className="cr-sheet" style={{ width }}>
        <PageCanvas pdf={pdf} page={page} width={width} rotation={rotation} />
        {children}
      </div>
    </>
  );
}

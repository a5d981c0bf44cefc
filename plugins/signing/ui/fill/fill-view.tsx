import { ZoomIn, ZoomOut } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { IconButton } from '#ui';
import type { PdfState } from '../pages/use-pdf.ts';
import { useWidth } from '../pages/use-width.ts';
import type { FillServer } from './fill-contract.ts';
import { boxId, FillPage } from './fill-page.tsx';
import { FillPanel } from './fill-panel.tsx';
import { tFill } from './texts.ts';
import type { Fill } from './use-fill.ts';
import '../pages/forms.css';
import './fill.css';

const ZOOMS = [1, 1.5, 2] as const;
const MARGIN = 24;
/** The widest page that fits without zoom, in pixels. */
const WIDEST = 820;

interface FillViewProps {
  readonly fill: Fill;
  readonly pdf: PdfState;
  readonly server: FillServer;
  /** Name of the recipient. */
  readonly name: string;
  readonly finish: ReactNode;
}

/** The pages with the fields of a recipient, and the step that they are at. */
export function FillView({ fill, pdf, server, name, finish }: FillViewProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const width = useWidth(scroller);
  const [zoom, setZoom] = useState(0);
  const current = fill.field?.input.id;
  useEffect(() => {
    if (current !== undefined) document.getElementById(boxId(current))?.scrollIntoView({ block: 'center' });
  }, [current]);
  const widest = Math.max(1, ...fill.pages.map((page) => page.width));
  const scale = (Math.min(WIDEST, Math.max(120, width - MARGIN)) / widest) * (ZOOMS[zoom] ?? 1);
  return (
    <div className="sg-fill">
      <div className="sg-fill-pages">
        <div className="sg-fill-zoom">
          <IconButton
            icon={ZoomOut}
            size="phone"
            variant="default"
            label={tFill('zoomOut')}
            disabled={zoom === 0}
            onClick={() => setZoom(zoom - 1)}
          />
          <IconButton
            icon={ZoomIn}
            size="phone"
            variant="default"
            label={tFill('zoomIn')}
            disabled={zoom === ZOOMS.length - 1}
            onClick={() => setZoom(zoom + 1)}
          />
        </div>
        <div ref={scroller} className="sg-scroller" data-page-scroller tabIndex={0} role="region" aria-label={tFill('document')}>
          {pdf.kind === 'failed' && <p className="sg-note">{tFill('pagesFailed')}</p>}
          {fill.pages.map((page, index) => (
            <FillPage
              key={index}
              pdf={pdf.kind === 'open' && index < pdf.pdf.numPages ? pdf.pdf : undefined}
              page={page}
              index={index}
              total={fill.pages.length}
              scale={scale}
              fill={fill.state}
              current={current}
              problems={fill.problems}
              pictureUrl={server.pictureUrl}
              onChoose={({ input }) => fill.go({ kind: 'field', id: input.id })}
            />
          ))}
        </div>
      </div>
      <FillPanel fill={fill} server={server} name={name} finish={finish} />
    </div>
  );
}

import { ChevronLeft, ChevronRight, Download, RotateCw, ZoomIn, ZoomOut } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { callApi, createLazySlot, EmptyState, ErrorState, IconButton, SkeletonRows, useModuleQuery } from '#ui';
import { ITEMS } from '../items/use-items.ts';
import { tCredentialing } from '../texts.ts';
import { rotateBox, type Box } from './rotate-box.ts';
import { PictureSheet, type SheetProps } from './sheet.tsx';

// The reader of PDF files is larger than all other parts of the page.
const PdfSheet = createLazySlot<SheetProps>(async () => (await import('./pdf-sheet.tsx')).PdfSheet, 'place');

/** Widths of a page, as parts of the width that there is. */
const ZOOMS = [0.5, 0.75, 1, 1.5, 2, 3] as const;
const FIT = ZOOMS.indexOf(1);
/** Space beside a page, for its thumbnails. */
const MARGIN = 104;
const LEAST_WIDTH = 200;

/** A value that was found on a page. */
export interface Mark {
  /** From 1. */
  readonly page: number;
  readonly box: Box;
  /** What was found, for people. */
  readonly label: string;
  /** It differs from the record. */
  readonly isWrong: boolean;
}

/** The kind of a file by its name. */
export function kindOf(path: string): 'pdf' | 'picture' | 'other' {
  const ending = /\.([a-z0-9]+)$/i.exec(path.split('?')[0] ?? '')?.[1]?.toLowerCase() ?? '';
  if (ending === 'pdf') return 'pdf';
  return ['png', 'jpg', 'jpeg', 'gif', 'webp', 'bmp', 'avif'].includes(ending) ? 'picture' : 'other';
}

/** A temporary address of a file. */
function useFileUrl(path: string) {
  return useModuleQuery(ITEMS, { file: path }, async (signal) => {
    const { url } = await callApi<{ readonly url: string }>('POST', '/api/files/link', { body: { path }, signal });
    return url;
  });
}

/** The width of an element, which follows its size. */
function useWidth(element: { readonly current: HTMLElement | null }): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const { current } = element;
    if (current === null) return undefined;
    setWidth(current.clientWidth);
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)));
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return width;
}

interface BarProps {
  readonly title: ReactNode;
  readonly url: string | undefined;
  readonly page: number;
  readonly pages: number;
  readonly zoom: number;
  readonly onPage: (page: number) => void;
  readonly onZoom: (zoom: number) => void;
  readonly onRotate: () => void;
}

function ViewerBar({ title, url, page, pages, zoom, onPage, onZoom, onRotate }: BarProps) {
  const t = tCredentialing;
  return (
    <div className="cr-viewer-bar">
      <span className="cr-viewer-title">{title}</span>
      {pages > 1 && (
        <IconButton icon={ChevronLeft} size="sm" label={t('viewer.previous')} disabled={page <= 1} onClick={() => onPage(page - 1)} />
      )}
      <span className="ms-tabular" aria-live="polite">
        {t('viewer.pageOf', { page, pages })}
      </span>
      {pages > 1 && (
        <IconButton icon={ChevronRight} size="sm" label={t('viewer.next')} disabled={page >= pages} onClick={() => onPage(page + 1)} />
      )}
      <IconButton icon={ZoomOut} size="sm" label={t('viewer.zoomOut')} disabled={zoom === 0} onClick={() => onZoom(zoom - 1)} />
      <IconButton
        icon={ZoomIn}
        size="sm"
        label={t('viewer.zoomIn')}
        disabled={zoom === ZOOMS.length - 1}
        onClick={() => onZoom(zoom + 1)}
      />
      <IconButton icon={RotateCw} size="sm" label={t('viewer.rotate')} onClick={onRotate} />
      {url !== undefined && (
        <IconButton
          icon={Download}
          size="sm"
          label={t('viewer.download')}
          onClick={() => globalThis.location.assign(`${url}&download=1`)}
        />
      )}
    </div>
  );
}

/** The values that were found on a page, as frames around them. */
function Marks({ marks, page, rotation }: { readonly marks: readonly Mark[]; readonly page: number; readonly rotation: number }) {
  return marks
    .filter((mark) => mark.page === page)
    .map(({ box, label, isWrong }) => {
      const { x, y, width, height } = rotateBox(box, rotation);
      const style = { left: `${x * 100}%`, top: `${y * 100}%`, width: `${width * 100}%`, height: `${height * 100}%` };
      return <span key={label} className="cr-mark" data-wrong={isWrong} title={label} style={style} />;
    });
}

interface ViewerProps {
  /** Path of the file. */
  readonly path: string;
  /** What the document is. */
  readonly name: string;
  /** Left in the bar. */
  readonly title: ReactNode;
  readonly marks: readonly Mark[];
}

/** A document page by page: PDF files and pictures are shown, others can be downloaded. */
export function DocumentViewer({ path, name, title, marks }: ViewerProps) {
  const stage = useRef<HTMLDivElement>(null);
  const available = useWidth(stage);
  const { data: url, error, refetch } = useFileUrl(path);
  const [page, setPage] = useState(1);
  const [pages, setPages] = useState(1);
  const [zoom, setZoom] = useState<number>(FIT);
  const [rotation, setRotation] = useState(0);
  const kind = kindOf(path);
  const Sheet = kind === 'pdf' ? PdfSheet : PictureSheet;
  const width = Math.max(LEAST_WIDTH, Math.floor((available - (pages > 1 ? MARGIN : 24)) * (ZOOMS[zoom] ?? 1)));
  return (
    <div className="cr-viewer">
      <ViewerBar
        {...{ title, url, page, pages, zoom }}
        onPage={setPage}
        onZoom={setZoom}
        onRotate={() => setRotation((rotation + 90) % 360)}
      />
      <div ref={stage} className="cr-stage" tabIndex={0} role="group" aria-label={name}>
        {error !== null && (
          <ErrorState compact title={tCredentialing('viewer.failed')} text={error.message} onRetry={() => void refetch()} />
        )}
        {error === null && url === undefined && <SkeletonRows rows={6} height={40} columns={1} />}
        {url !== undefined && kind === 'other' && (
          <EmptyState compact title={tCredentialing('viewer.other')} help={tCredentialing('viewer.otherHelp')} />
        )}
        {url !== undefined && kind !== 'other' && (
          <Sheet {...{ url, name, page, width, rotation }} onPages={setPages} onPage={setPage}>
            <Marks marks={marks} page={page} rotation={rotation} />
          </Sheet>
        )}
      </div>
    </div>
  );
}

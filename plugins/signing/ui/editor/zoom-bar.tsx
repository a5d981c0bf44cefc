import { ChevronDown, ChevronUp, ZoomIn, ZoomOut } from 'lucide-react';
import { IconButton } from '#ui';
import { tEditor } from './texts.ts';
import { showPage } from './thumbnails.tsx';
import type { Editor } from './use-editor.ts';

/** Widths of a page, as parts of the width that fits. */
export const ZOOMS: readonly number[] = [0.5, 0.75, 1, 1.25, 1.5, 2];

interface ZoomBarProps {
  readonly editor: Editor;
  /** Index of the zoom. */
  readonly zoom: number;
  readonly onZoom: (zoom: number) => void;
}

/** Zoom, and the page that is shown. */
export function ZoomBar({ editor, zoom, onZoom }: ZoomBarProps) {
  const { page, setPage, state } = editor;
  const total = state.pages.length;
  const go = (to: number): void => {
    setPage(to);
    showPage(to);
  };
  return (
    <div className="sg-zoom">
      <IconButton icon={ZoomOut} size="sm" label={tEditor('zoomOut')} disabled={zoom === 0} onClick={() => onZoom(zoom - 1)} />
      <span className="ms-tabular">{tEditor('zoom', { percent: Math.round((ZOOMS[zoom] ?? 1) * 100) })}</span>
      <IconButton icon={ZoomIn} size="sm" label={tEditor('zoomIn')} disabled={zoom === ZOOMS.length - 1} onClick={() => onZoom(zoom + 1)} />
      <IconButton icon={ChevronUp} size="sm" label={tEditor('previousPage')} disabled={page === 0} onClick={() => go(page - 1)} />
      <span aria-live="polite">{tEditor('pageOf', { number: Math.min(page + 1, total), total })}</span>
      <IconButton icon={ChevronDown} size="sm" label={tEditor('nextPage')} disabled={page >= total - 1} onClick={() => go(page + 1)} />
    </div>
  );
}

import type { GridApi } from 'ag-grid-community';
import { PanelRight, Pencil } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { ModuleView } from '#engine/model/wire';
import type { RecordData } from '../../client/index.ts';
import { useUserId, type ListHandle } from '../../headless/index.ts';
import { isReadOnlyByLayout, isReadOnlyByRule, isLocked } from '../../headless/inline/index.ts';
import { IconButton, t } from '../../kit/index.ts';
import { ExplainedLock } from '../dialogs/explained-lock.tsx';
import { readCell } from './find-cell.ts';

interface GridToolsProps {
  readonly api: GridApi<RecordData>;
  readonly grid: HTMLElement;
  readonly module: ModuleView;
  readonly list: ListHandle;
  readonly isEditable: (record: RecordData, colId: string) => boolean;
  readonly onEdit: (rowId: string, colId: string) => void;
  readonly onPeek: (rowId: string) => void;
}

interface Hovered {
  readonly rowId: string;
  readonly colId: string;
  readonly right: number;
  readonly top: number;
  readonly height: number;
}

/** The cell under the pointer; the tools themselves count as part of it. */
function useHovered(api: GridApi<RecordData>, grid: HTMLElement): Hovered | undefined {
  const [hovered, setHovered] = useState<Hovered | undefined>(undefined);
  useEffect(() => {
    let frame = 0;
    const show = (cell: HTMLElement | null) => {
      const found = cell === null ? undefined : readCell(cell);
      if (cell === null || found === undefined) return setHovered(undefined);
      const { right, top, height } = cell.getBoundingClientRect();
      setHovered((before) =>
        before?.rowId === found.rowId && before.colId === found.colId && before.top === top && before.right === right
          ? before
          : { ...found, right, top, height },
      );
    };
    const updateHovered = ({ target }: MouseEvent) => {
      if (!(target instanceof Element) || target.closest('.mi-tools') !== null) return;
      show(grid.contains(target) ? target.closest<HTMLElement>('.ag-cell') : null);
    };
    // No mouse event is fired when columns move under a resting pointer, nor when the pointer was there before the grid was rendered.
    const lookAgain = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => show(grid.querySelector<HTMLElement>('.ag-cell:hover')));
    };
    const leave = () => setHovered(undefined);
    lookAgain();
    document.addEventListener('mouseover', updateHovered);
    const moves = ['columnResized', 'gridSizeChanged'] as const;
    api.addEventListener('bodyScroll', leave);
    for (const move of moves) api.addEventListener(move, lookAgain);
    return () => {
      cancelAnimationFrame(frame);
      document.removeEventListener('mouseover', updateHovered);
      if (api.isDestroyed()) return;
      api.removeEventListener('bodyScroll', leave);
      for (const move of moves) api.removeEventListener(move, lookAgain);
    };
  }, [api, grid]);
  return hovered;
}

/**
 * The tools at the hovered cell: a pencil if it can be edited, otherwise the lock with its reason, and the preview button on the name. By
 * keyboard: E and P.
 */
export function GridTools({ api, grid, module, list, isEditable, onEdit, onPeek }: GridToolsProps) {
  const userId = useUserId();
  const hovered = useHovered(api, grid);
  // While the explanation is open, its lock stays in place.
  const [pinned, setPinned] = useState<Hovered | undefined>(undefined);
  useEffect(() => {
    if (pinned === undefined) return;
    const close = () => setPinned(undefined);
    api.addEventListener('bodyScroll', close);
    return () => {
      if (!api.isDestroyed()) api.removeEventListener('bodyScroll', close);
    };
  }, [api, pinned]);
  const shown = pinned ?? hovered;
  const record = shown === undefined ? undefined : api.getRowNode(shown.rowId)?.data;
  if (shown === undefined || record === undefined) return null;
  const { rowId, colId, right, top, height } = shown;
  const canEdit = isEditable(record, colId);
  const isName = colId === module.nameField;
  const item = list.columns.find((column) => column.item.fieldName === colId)?.item;
  const field = item?.field;
  const locked =
    !canEdit && item !== undefined && field !== undefined && isLocked(module, field, item.layout, record, userId) ? field : undefined;
  if (!canEdit && !isName && locked === undefined) return null;
  const label = item?.label ?? '';
  const count = Number(canEdit || locked !== undefined) + Number(isName);
  return (
    <div className="mi-tools" style={{ left: right - count * 26 - 4, top: top + (height - 24) / 2 }}>
      {isName && <IconButton icon={PanelRight} size="xs" tabIndex={-1} label={t('work.peek.open')} onClick={() => onPeek(rowId)} />}
      {canEdit && (
        <IconButton
          icon={Pencil}
          size="xs"
          tabIndex={-1}
          label={t('work.inline.edit', { field: label })}
          onClick={() => onEdit(rowId, colId)}
        />
      )}
      {locked && item && (
        <ExplainedLock
          module={module}
          field={locked}
          recordId={rowId}
          isReadOnlyByRule={isReadOnlyByRule(module, locked, record, userId)}
          isReadOnlyInLayout={isReadOnlyByLayout(module, locked, item.layout, record, userId)}
          reason={{ isOpen: pinned !== undefined, onOpen: (isOpen) => setPinned(isOpen ? shown : undefined) }}
        />
      )}
    </div>
  );
}

import type { CellDoubleClickedEvent, CellFocusedEvent, CellKeyDownEvent, GridApi } from 'ag-grid-community';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { ModuleView } from '#engine/model/wire';
import type { RecordData } from '../../client/index.ts';
import type { ListHandle, Selection } from '../../headless/index.ts';
import { areShortcutsEnabled } from '../use-page-shortcuts.ts';
import { LazyBoundary, createLazyComponent } from '../../kit/index.ts';
import type { PendingKey } from './grid-events.ts';
import { GridTools } from './grid-tools.tsx';
import { useCellEdit, type CellEdit } from './use-cell-edit.ts';
import { useRange } from './use-range.ts';
import '../styles/inline.css';

const CellEditor = createLazyComponent(async () => (await import('./cell-editor.tsx')).CellEditor);
const PreviewPanel = createLazyComponent(async () => (await import('../preview/preview-panel.tsx')).PreviewPanel, 'place');

export interface GridInteractionsProps {
  readonly api: GridApi<RecordData>;
  readonly grid: HTMLElement;
  readonly pendingKey: PendingKey;
  readonly module: ModuleView;
  readonly list: ListHandle;
  readonly selection: Selection;
  readonly onOpen: (id: string) => void;
  readonly onEdit: (id: string) => void;
  /** While a cell is edited, rows are not refreshed. */
  readonly onBusy: (busy: boolean) => void;
}

/** Event that closes the preview panels of the other tables of a page (each group is a table). */
const PEEKED = 'muster-peeked';

/** The preview panel: which record it shows, and how it follows the focus. */
function usePeek(api: GridApi<RecordData>) {
  const [peeked, setPeeked] = useState<string | undefined>(undefined);
  const toggle = useCallback((id: string) => setPeeked((before) => (before === id ? undefined : id)), []);
  const focusRow = useCallback(
    (id: string, columnKey?: string) => {
      const row = api.getRowNode(id)?.rowIndex;
      const column = columnKey ?? api.getFocusedCell()?.column ?? api.getAllDisplayedColumns()[1];
      if (row !== null && row !== undefined && column !== undefined) api.setFocusedCell(row, column);
    },
    [api],
  );
  useEffect(() => {
    const follow = ({ rowIndex }: CellFocusedEvent<RecordData>) => {
      const id = rowIndex === null ? undefined : api.getDisplayedRowAtIndex(rowIndex)?.data?._id;
      if (id !== undefined) setPeeked((before) => (before === undefined ? before : id));
    };
    api.addEventListener('cellFocused', follow);
    return () => {
      if (!api.isDestroyed()) api.removeEventListener('cellFocused', follow);
    };
  }, [api]);
  const isOpen = peeked !== undefined;
  useEffect(() => {
    if (!isOpen) return;
    globalThis.dispatchEvent(new CustomEvent(PEEKED, { detail: api }));
    const closeForOther = (event: Event) => {
      if ((event as CustomEvent<unknown>).detail !== api) setPeeked(undefined);
    };
    globalThis.addEventListener(PEEKED, closeForOther);
    return () => globalThis.removeEventListener(PEEKED, closeForOther);
  }, [api, isOpen]);
  const step = (by: -1 | 1) => {
    const at = peeked === undefined ? undefined : api.getRowNode(peeked)?.rowIndex;
    const next = at === null || at === undefined ? undefined : api.getDisplayedRowAtIndex(at + by)?.data?._id;
    if (next === undefined) return;
    setPeeked(next);
    focusRow(next);
  };
  const close = () => {
    if (peeked !== undefined) focusRow(peeked);
    setPeeked(undefined);
  };
  return { peeked, toggle, step, close };
}

interface KeyActions {
  readonly edit: CellEdit;
  readonly range: ReturnType<typeof useRange>;
  readonly onOpen: (id: string) => void;
  readonly onEdit: (id: string) => void;
  readonly onPeek: (id: string) => void;
}

/** Handles a key on a cell. Single-letter shortcuts can be switched off. */
function pressKey(actions: KeyActions, key: string, id: string, colId: string): boolean {
  switch (key) {
    case 'Enter':
      actions.onOpen(id);
      return true;
    case 'F2':
      return actions.edit.begin(id, colId);
    case 'e':
      if (areShortcutsEnabled() && !actions.edit.begin(id, colId)) actions.onEdit(id);
      return areShortcutsEnabled();
    case 's':
      return areShortcutsEnabled() && actions.edit.beginStatus(id);
    case 'p':
      if (areShortcutsEnabled()) actions.onPeek(id);
      return areShortcutsEnabled();
    default:
      return false;
  }
}

function selectShown(api: GridApi<RecordData>, selection: Selection): void {
  const shown: string[] = [];
  api.forEachNode((node) => {
    if (node.data !== undefined) shown.push(node.data._id);
  });
  selection.set([...selection.ids, ...shown]);
}

/** Handles keys and double clicks on cells. */
function useCellKeys(api: GridApi<RecordData>, grid: HTMLElement, selection: Selection, actions: KeyActions): void {
  const current = useRef({ actions, selection });
  useEffect(() => {
    current.current = { actions, selection };
  });
  useEffect(() => {
    const onKey = ({ data, column, event }: CellKeyDownEvent<RecordData>) => {
      if (!(event instanceof KeyboardEvent) || data === undefined || event.altKey) return;
      if (event.ctrlKey || event.metaKey) {
        if (event.key.toLowerCase() !== 'a') return;
        event.preventDefault();
        return selectShown(api, current.current.selection);
      }
      const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
      if (pressKey(current.current.actions, key, data._id, column.getColId())) event.preventDefault();
    };
    const onDouble = ({ data, column }: CellDoubleClickedEvent<RecordData>) => {
      if (data !== undefined) current.current.actions.edit.begin(data._id, column.getColId());
    };
    // Shift with an arrow (or J, K) moves the focus like the arrow and extends the selection.
    const onShift = (event: KeyboardEvent) => {
      const { target } = event;
      if (!(target instanceof HTMLElement) || !target.classList.contains('ag-cell') || !event.isTrusted) return;
      const arrow = { ArrowDown: 'ArrowDown', ArrowUp: 'ArrowUp', ...(areShortcutsEnabled() ? { J: 'ArrowDown', K: 'ArrowUp' } : {}) }[
        event.key as 'J'
      ];
      if (!event.shiftKey || arrow === undefined) {
        if (event.key !== 'Shift') current.current.actions.range.forget();
        return;
      }
      event.preventDefault();
      event.stopPropagation();
      const from = api.getFocusedCell()?.rowIndex;
      target.dispatchEvent(new KeyboardEvent('keydown', { key: arrow, code: arrow, bubbles: true, cancelable: true }));
      if (from !== undefined) current.current.actions.range.extend(from);
    };
    grid.addEventListener('keydown', onShift, true);
    api.addEventListener('cellKeyDown', onKey as never);
    api.addEventListener('cellDoubleClicked', onDouble);
    return () => {
      grid.removeEventListener('keydown', onShift, true);
      if (api.isDestroyed()) return;
      api.removeEventListener('cellKeyDown', onKey as never);
      api.removeEventListener('cellDoubleClicked', onDouble);
    };
  }, [api, grid]);
}

/** Replays a key that was pressed on a cell before its handler was registered. */
function useReplayPendingKey(grid: HTMLElement, early: PendingKey): void {
  useEffect(() => {
    const key = early.current;
    early.current = 'ready';
    const { activeElement } = document;
    if (key === undefined || key === 'ready' || activeElement === null || !grid.contains(activeElement)) return;
    activeElement.dispatchEvent(new KeyboardEvent('keydown', { key, code: key, bubbles: true, cancelable: true }));
  }, [grid, early]);
}

/** All interactions with the rows. It is loaded after the first rows are rendered. */
export function GridInteractions({ api, grid, pendingKey, module, list, selection, onOpen, onEdit, onBusy }: GridInteractionsProps) {
  const edit = useCellEdit({ api, grid, module, list });
  const range = useRange(api, selection);
  const peek = usePeek(api);
  useCellKeys(api, grid, selection, { edit, range, onOpen, onEdit, onPeek: peek.toggle });
  useReplayPendingKey(grid, pendingKey);
  const isBusy = edit.cell !== undefined;
  useEffect(() => {
    onBusy(isBusy);
  }, [isBusy, onBusy]);
  const { cell } = edit;
  return (
    <>
      {cell === undefined && (
        <GridTools
          api={api}
          grid={grid}
          module={module}
          list={list}
          isEditable={edit.isEditable}
          onEdit={edit.begin}
          onPeek={peek.toggle}
        />
      )}
      {cell !== undefined && (
        <LazyBoundary fallback={null}>
          <CellEditor
            key={`${cell.rowId}/${cell.colId}`}
            api={api}
            grid={grid}
            module={module}
            colId={cell.colId}
            field={cell.field}
            record={cell.record}
            onSaved={edit.onSaved}
            onTheirs={edit.onTheirs}
            onClose={edit.onClose}
          />
        </LazyBoundary>
      )}
      {peek.peeked !== undefined && (
        <LazyBoundary fallback={null}>
          <PreviewPanel key="preview" module={module} id={peek.peeked} onStep={peek.step} onOpen={onOpen} onClose={peek.close} />
        </LazyBoundary>
      )}
    </>
  );
}

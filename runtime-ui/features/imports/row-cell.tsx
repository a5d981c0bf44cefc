import { PencilLine } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { FieldView, ImportCellView, ImportColumnView, ModuleView } from '#engine/model/wire';
import { findField } from '../../headless/index.ts';
import { Icon, t } from '../../kit/index.ts';
import { CellEditor } from './cell-editor.tsx';
import { findPendingText } from './choices.ts';
import type { RowActions } from './row-actions.ts';

/** The field of a column, also of a part of an address. */
function fieldOf(module: ModuleView, { field }: ImportColumnView): FieldView | undefined {
  return field === null ? undefined : findField(module, field);
}

/** How a cell looks by what it contains. */
export function lookOf(cell: ImportCellView, pending: string | undefined): string {
  if (pending !== undefined) return 'iw-cell-pending';
  if (cell.problem !== null) return 'iw-cell-wrong';
  return cell.was === null ? '' : 'iw-cell-changed';
}

interface CellTextProps {
  readonly cell: ImportCellView;
  readonly pending: string | undefined;
}

/** The text of a cell with what is wrong with it, or with what the record has now. */
function CellText({ cell, pending }: CellTextProps) {
  const { problem, was, shown, text, isCorrected } = cell;
  const isWrong = problem !== null && pending === undefined;
  return (
    <>
      <span className="iw-cell-text">
        {pending ?? shown ?? text}{' '}
        {(isCorrected || pending !== undefined) && <Icon of={PencilLine} size={12} label={t('imports.cell.corrected')} />}
      </span>{' '}
      {isWrong && <span className="iw-cell-note iw-wrong">{problem.text}</span>}
      {!isWrong && was !== null && <span className="iw-cell-note iw-changed">{t('imports.cell.was', { text: was })}</span>}
    </>
  );
}

interface RowCellProps {
  readonly module: ModuleView;
  readonly column: ImportColumnView;
  readonly row: number;
  readonly cell: ImportCellView;
  readonly actions: RowActions;
}

/** The content of a cell; one with a problem or a correction can be corrected in its place. */
export function RowCell({ module, column, row, cell, actions }: RowCellProps) {
  const { place, setPlace, corrections, correct, restore } = actions;
  const isOpen = place?.row === row && place.column === cell.column;
  const pending = findPendingText(corrections, { row, column: cell.column, text: cell.text });
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    // The editor had the focus, unless the next one has it by now.
    if (wasOpen.current && !isOpen && (document.activeElement === null || document.activeElement === document.body))
      button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  if (isOpen)
    return (
      <CellEditor
        module={module}
        field={fieldOf(module, column)}
        label={t('imports.cell.label', { field: column.label ?? column.header, row })}
        cell={cell}
        onCorrect={(value, forAll) => correct({ row, column: cell.column, text: cell.text, value, forAll })}
        onRestore={() => restore(row, cell)}
        onClose={() => setPlace(undefined)}
      />
    );
  if (cell.problem === null && !cell.isCorrected && pending === undefined) return <CellText cell={cell} pending={pending} />;
  return (
    <button ref={button} type="button" className="iw-cell-button" onClick={() => setPlace({ row, column: cell.column })}>
      <CellText cell={cell} pending={pending} />
    </button>
  );
}

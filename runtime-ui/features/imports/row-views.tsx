import { useEffect, useRef } from 'react';
import type { ImportColumnView, ImportRowView, ModuleView } from '#engine/model/wire';
import { StatusPill, t } from '../../kit/index.ts';
import { findPendingText } from './choices.ts';
import { ROW_HUES } from './describe-import.ts';
import type { RowActions } from './row-actions.ts';
import { lookOf, RowCell } from './row-cell.tsx';

export interface RowsProps {
  readonly module: ModuleView;
  readonly rows: readonly ImportRowView[];
  /** The imported columns that are shown. */
  readonly columns: readonly ImportColumnView[];
  readonly actions: RowActions;
}

/** What a row does, and its problems as a whole. */
function RowResult({ row, isOpen }: { readonly row: ImportRowView; readonly isOpen: boolean }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isOpen) place.current?.focus();
  }, [isOpen]);
  return (
    <div ref={place} tabIndex={-1} className="iw-result">
      {row.state !== null && <StatusPill label={t(`imports.rowStates.${row.state}`)} hue={ROW_HUES[row.state]} />}
      {row.problems.map(({ text }) => (
        <span key={text} className="iw-cell-note iw-wrong">
          {text}
        </span>
      ))}
    </div>
  );
}

const isRowOpen = ({ place }: RowActions, { row }: ImportRowView): boolean => place?.row === row && place.column === null;

function cellLook({ corrections }: RowActions, { row }: ImportRowView, cell: ImportRowView['cells'][number]): string {
  return lookOf(cell, findPendingText(corrections, { row, column: cell.column, text: cell.text }));
}

/** The rows as a table, with each problem at its cell. */
export function RowTable({ module, rows, columns, actions }: RowsProps) {
  return (
    <div className="iw-scroll iw-rows" tabIndex={0} role="region" aria-label={t('imports.preview.rows')}>
      <table className="iw-table">
        <thead>
          <tr>
            <th scope="col">{t('imports.preview.row')}</th>
            <th scope="col">{t('imports.preview.result')}</th>
            {columns.map(({ index, label, header }) => (
              <th key={index} scope="col">
                {label ?? header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.row}>
              <td className="iw-number">{row.row}</td>
              <td>
                <RowResult row={row} isOpen={isRowOpen(actions, row)} />
              </td>
              {columns.map((column) => {
                const cell = row.cells.find((one) => one.column === column.index);
                return (
                  <td key={column.index} className={cell === undefined ? '' : cellLook(actions, row, cell)}>
                    {cell !== undefined && <RowCell module={module} column={column} row={row.row} cell={cell} actions={actions} />}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The rows as cards, for a narrow window. */
export function RowCards({ module, rows, columns, actions }: RowsProps) {
  return (
    <ul className="iw-cards" aria-label={t('imports.preview.rows')}>
      {rows.map((row) => (
        <li key={row.row} className="iw-row-card">
          <div className="iw-row-card-head">
            <strong>{t('imports.preview.rowNumber', { row: row.row })}</strong>
            <RowResult row={row} isOpen={isRowOpen(actions, row)} />
          </div>
          <dl className="iw-row-values">
            {columns.map((column) => {
              const cell = row.cells.find((one) => one.column === column.index);
              if (cell === undefined || (cell.text === '' && cell.problem === null)) return null;
              return (
                <div key={column.index} className={`iw-row-value ${cellLook(actions, row, cell)}`}>
                  <dt>{column.label ?? column.header}</dt>
                  <dd>
                    <RowCell module={module} column={column} row={row.row} cell={cell} actions={actions} />
                  </dd>
                </div>
              );
            })}
          </dl>
        </li>
      ))}
    </ul>
  );
}

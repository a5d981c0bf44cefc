import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react';
import { useEffect, useRef, type CSSProperties, type KeyboardEvent } from 'react';
import { Button, IconButton, t } from '../../kit/index.ts';
import type { WidgetProps } from '../widgets/widget-props.ts';
import { RowCell } from './row-cell.tsx';
import { columnLabel, type CellKind } from './row-list.ts';
import { useRows, type RowsState } from './use-rows.ts';

/** Minimum widths of columns in pixels, and their share of the remaining space. */
const MIN_WIDTHS: { readonly [kind in CellKind]: number } = { text: 120, number: 80, checkbox: 72 };
const SHARE: { readonly [kind in CellKind]: string } = { text: '2fr', number: '1fr', checkbox: '0fr' };
/** Pixels between two columns; below, the pixels of the buttons and the padding of a row. */
const GAP = 6;
const BUTTONS_WIDTH = 108;

interface RowLineProps extends Pick<WidgetProps, 'onBlur'> {
  readonly id: string;
  readonly at: number;
  readonly rows: RowsState;
  readonly focusAfterRender: (selector: string) => void;
}

function RowLine({ id, at, rows, focusAfterRender, onBlur }: RowLineProps) {
  const held = rows.rows[at];
  if (held === undefined) return null;
  const number = at + 1;
  const move = (by: -1 | 1, wanted: string) => {
    rows.move(held.id, by);
    focusAfterRender(`[data-row='${held.id}'] ${wanted}`);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    const column =
      event.target instanceof HTMLInputElement ? event.target.closest<HTMLElement>('[data-column]')?.dataset['column'] : undefined;
    move(event.key === 'ArrowUp' ? -1 : 1, column === undefined ? 'input' : `[data-column='${column}'] input`);
  };
  const remove = () => {
    const next = rows.rows[at + 1] ?? rows.rows[at - 1];
    rows.remove(held.id);
    focusAfterRender(next === undefined ? '.mf-rows-add' : `[data-row='${next.id}'] .mf-row-remove`);
  };
  return (
    <li className="mf-row" data-row={held.id} onKeyDown={onKeyDown}>
      {rows.columns.map(({ name, kind }, column) => (
        <div key={name} className="mf-row-cell" data-column={column} data-kind={kind}>
          <span className="mf-row-name" aria-hidden>
            {columnLabel(name)}
          </span>
          <RowCell
            id={at === 0 && column === 0 ? id : undefined}
            kind={kind}
            label={t('views.rows.cell', { column: columnLabel(name), number })}
            value={held.row[name]}
            invalidText={held.unread[name]}
            onWrite={(value) => rows.write(held.id, name, value)}
            onInvalid={(text) => rows.setInvalid(held.id, name, text)}
            onBlur={onBlur}
          />
        </div>
      ))}
      <div className="mf-row-buttons">
        <IconButton
          icon={ArrowUp}
          size="sm"
          className="mf-row-up"
          label={t('views.rows.up', { number })}
          aria-disabled={at === 0}
          onClick={() => move(-1, '.mf-row-up')}
        />
        <IconButton
          icon={ArrowDown}
          size="sm"
          className="mf-row-down"
          label={t('views.rows.down', { number })}
          aria-disabled={at === rows.rows.length - 1}
          onClick={() => move(1, '.mf-row-down')}
        />
        <IconButton icon={X} size="sm" className="mf-row-remove" label={t('views.rows.remove', { number })} onClick={remove} />
      </div>
    </li>
  );
}

/**
 * A list of flat entries as a table: rows can be added, removed and moved; cells are texts, numbers and checkboxes. Alt with an arrow key
 * moves a row.
 */
export function RowsTable({ field, value, onChange, onBlur, onParseError, wrapperProps }: WidgetProps) {
  const rows = useRows(field.entryColumns, value, onChange, onParseError);
  const box = useRef<HTMLDivElement>(null);
  const wanted = useRef<string>(undefined);
  useEffect(() => {
    if (wanted.current === undefined) return;
    box.current?.querySelector<HTMLElement>(wanted.current)?.focus();
    wanted.current = undefined;
  });
  const focusAfterRender = (selector: string) => {
    wanted.current = selector;
  };
  const add = () => {
    rows.add();
    focusAfterRender(`[data-row='${rows.nextId}'] input`);
  };
  const widths = {
    '--mf-columns': rows.columns.map(({ kind }) => `minmax(${MIN_WIDTHS[kind]}px, ${SHARE[kind]})`).join(' '),
    '--mf-least': `${rows.columns.reduce((sum, { kind }) => sum + MIN_WIDTHS[kind] + GAP, BUTTONS_WIDTH)}px`,
  } as CSSProperties;
  return (
    <div ref={box} className="mf-rows" role="group" aria-label={field.label} style={widths}>
      {rows.rows.length > 0 && (
        <div className="mf-row mf-row-head" aria-hidden>
          {rows.columns.map(({ name }) => (
            <span key={name} className="mf-row-name">
              {columnLabel(name)}
            </span>
          ))}
        </div>
      )}
      <ul aria-label={t('views.rows.list', { field: field.label })}>
        {rows.rows.map((row, at) => (
          <RowLine key={row.id} id={wrapperProps.id} at={at} rows={rows} focusAfterRender={focusAfterRender} onBlur={onBlur} />
        ))}
      </ul>
      <Button
        variant="quiet"
        size="sm"
        icon={Plus}
        className="mf-rows-add"
        {...(rows.rows.length === 0 ? { id: wrapperProps.id } : {})}
        onClick={add}
      >
        {t('views.rows.add')}
      </Button>
    </div>
  );
}

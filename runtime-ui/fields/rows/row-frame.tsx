import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react';
import { useEffect, useRef, type CSSProperties, type KeyboardEvent, type ReactNode } from 'react';
import { Button, IconButton, t } from '../../kit/index.ts';

/** Pixels between two columns; below, the pixels of the buttons and the padding of a row. */
const GAP = 6;
const BUTTONS_WIDTH = 108;

/** A column of an edited table. */
export interface FrameColumn {
  readonly name: string;
  readonly label: string;
  readonly isRequired?: boolean;
  /** Its cells contain only a checkbox. */
  readonly isCheckbox: boolean;
  /** Its cells contain several inputs: they are below the others, in the full width of the row. */
  readonly isNested?: boolean;
  /** Minimum width in pixels, and its share of the remaining space. */
  readonly minWidth: number;
  readonly share: string;
}

/** The rows of an edited table: each keeps its id while it moves. */
export interface FrameRows {
  readonly rows: readonly { readonly id: number }[];
  readonly nextId: number;
  readonly add: () => void;
  readonly remove: (id: number) => void;
  readonly move: (id: number, by: -1 | 1) => void;
}

interface RowFrameProps {
  /** Id of the first input. */
  readonly id: string;
  readonly label: string;
  /** Id of the problem of the whole table. */
  readonly problemId?: string | undefined;
  readonly columns: readonly FrameColumn[];
  readonly rows: FrameRows;
  /** Renders the input of a cell; `id` is set for the first one of the table. */
  readonly renderCell: (row: number, column: string, id: string | undefined) => ReactNode;
}

interface RowLineProps extends RowFrameProps {
  readonly at: number;
  readonly focusAfterRender: (selector: string) => void;
}

/** The first element of a cell that can have the focus. */
const INPUT = ':is(input, textarea, .mf-rows-add)';
/** The buttons of a row, and of the table: not those of an inner table. */
const BUTTONS = '.mf-row-buttons';
const ADD = ':scope > .mf-rows-add';

function RowLine({ id, columns, rows, renderCell, at, focusAfterRender }: RowLineProps) {
  const row = rows.rows[at];
  if (row === undefined) return null;
  const number = at + 1;
  const move = (by: -1 | 1, wanted: string) => {
    rows.move(row.id, by);
    focusAfterRender(`[data-row='${row.id}'] > ${wanted}`);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    // A row of an inner table moves in it.
    if (event.target instanceof HTMLElement && event.target.closest('[data-row]') !== event.currentTarget) return;
    // An input must not also react to the arrow key.
    event.preventDefault();
    event.stopPropagation();
    const cell = event.target instanceof HTMLElement ? event.target.closest<HTMLElement>('[data-column]') : null;
    const column = event.target instanceof HTMLButtonElement ? undefined : cell?.dataset['column'];
    move(event.key === 'ArrowUp' ? -1 : 1, column === undefined ? `* ${INPUT}` : `[data-column='${column}'] ${INPUT}`);
  };
  const remove = () => {
    const next = rows.rows[at + 1] ?? rows.rows[at - 1];
    rows.remove(row.id);
    focusAfterRender(next === undefined ? ADD : `[data-row='${next.id}'] > ${BUTTONS} .mf-row-remove`);
  };
  return (
    <li className="mf-row" data-row={row.id} onKeyDownCapture={onKeyDown}>
      {columns.map(({ name, label, isCheckbox, isRequired, isNested }, column) =>
        isNested === true ? null : (
          <div key={name} className="mf-row-cell" data-column={column} data-kind={isCheckbox ? 'checkbox' : undefined}>
            <span className="mf-row-name" aria-hidden data-required={isRequired || undefined}>
              {label}
            </span>
            {renderCell(at, name, at === 0 && column === 0 ? id : undefined)}
          </div>
        ),
      )}
      <div className="mf-row-buttons">
        <IconButton
          icon={ArrowUp}
          size="sm"
          className="mf-row-up"
          label={t('views.rows.up', { number })}
          aria-disabled={at === 0}
          onClick={() => move(-1, `${BUTTONS} .mf-row-up`)}
        />
        <IconButton
          icon={ArrowDown}
          size="sm"
          className="mf-row-down"
          label={t('views.rows.down', { number })}
          aria-disabled={at === rows.rows.length - 1}
          onClick={() => move(1, `${BUTTONS} .mf-row-down`)}
        />
        <IconButton icon={X} size="sm" className="mf-row-remove" label={t('views.rows.remove', { number })} onClick={remove} />
      </div>
      {columns.map(({ name, isNested }, column) =>
        isNested === true ? (
          <div key={name} className="mf-row-nested" data-column={column}>
            {renderCell(at, name, at === 0 && column === 0 ? id : undefined)}
          </div>
        ) : null,
      )}
    </li>
  );
}

/** A table of inputs: rows can be added, removed and moved; on a phone, each row is a card. Alt with an arrow key moves a row. */
export function RowFrame(props: RowFrameProps) {
  const { id, label, problemId, columns, rows } = props;
  const box = useRef<HTMLDivElement>(null);
  const wanted = useRef<string>(undefined);
  useEffect(() => {
    if (wanted.current === undefined) return;
    box.current?.querySelector<HTMLElement>(wanted.current === ADD ? ADD : `:scope > ul > ${wanted.current}`)?.focus();
    wanted.current = undefined;
  });
  const focusAfterRender = (selector: string) => {
    wanted.current = selector;
  };
  const add = () => {
    rows.add();
    focusAfterRender(`[data-row='${rows.nextId}'] > * ${INPUT}`);
  };
  const plain = columns.filter(({ isNested }) => isNested !== true);
  const widths = {
    '--mf-columns': plain.map(({ minWidth, share }) => `minmax(${minWidth}px, ${share})`).join(' ') || '1fr',
    '--mf-least': `${plain.reduce((sum, { minWidth }) => sum + minWidth + GAP, BUTTONS_WIDTH)}px`,
  } as CSSProperties;
  return (
    <div ref={box} className="mf-rows" role="group" aria-label={label} aria-describedby={problemId} style={widths}>
      {rows.rows.length > 0 && plain.length > 0 && (
        <div className="mf-row mf-row-head" aria-hidden>
          {plain.map((column) => (
            <span key={column.name} className="mf-row-name" data-required={column.isRequired || undefined}>
              {column.label}
            </span>
          ))}
        </div>
      )}
      <ul aria-label={t('views.rows.list', { field: label })}>
        {rows.rows.map((row, at) => (
          <RowLine key={row.id} {...props} at={at} focusAfterRender={focusAfterRender} />
        ))}
      </ul>
      <Button variant="quiet" size="sm" icon={Plus} className="mf-rows-add" {...(rows.rows.length === 0 ? { id } : {})} onClick={add}>
        {t('views.rows.add')}
      </Button>
    </div>
  );
}

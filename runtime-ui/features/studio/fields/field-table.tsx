import { ArrowDown, ArrowUp, Asterisk, GripVertical, Pencil, Plus, Zap } from 'lucide-react';
import { useState, type KeyboardEvent } from 'react';
import { TYPE_ICONS } from '../../../fields/values/index.ts';
import { Button, Icon, IconButton, SearchInput, StatusPill, t } from '../../../kit/index.ts';
import { DragDropArea, useDraggableItem, useDropTarget } from '../../../kit/drag/index.ts';
import type { FieldChange } from './field-changes.ts';
import type { FieldUses } from './field-uses.ts';
import type { FieldOrigin, StudioField } from './module-fields.ts';

/** A row of the table. */
export interface FieldRow extends StudioField {
  readonly change: FieldChange | undefined;
  /** The name before, of a renamed field. */
  readonly earlierName: string | undefined;
  readonly uses: FieldUses;
  readonly isSite: boolean;
  readonly isIndexed: boolean;
}

export const FIELD_FILTERS = ['all', 'changed', 'site', 'unused'] as const;
export type FieldFilter = (typeof FIELD_FILTERS)[number];

/** Whether a row is in the list of a filter. */
export function matchesFilter(row: FieldRow, filter: FieldFilter): boolean {
  if (filter === 'changed') return row.change !== undefined;
  if (filter === 'site') return row.isSite;
  return filter === 'all' || (row.origin === 'own' && row.uses.references.length === 0);
}

/** Whether a row has all words in its label or its name. */
export function matchesWords({ definition }: Pick<FieldRow, 'definition'>, words: string): boolean {
  const text = `${definition.label} ${definition.fieldName} ${t(`studioFields.types.${definition.inputType}`)}`.toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

export interface FieldTableProps {
  readonly rows: readonly FieldRow[];
  /** Fields can be selected, and neither added nor moved. */
  readonly isLocked: boolean;
  /** Id of the selected field. */
  readonly selected: string | undefined;
  readonly onSelect: (id: string) => void;
  readonly onAdd: () => void;
  /** Moves an own field before another one; undefined: to the end. */
  readonly onMove: (name: string, before: string | undefined) => void;
  /** Moves an own field one place up or down. */
  readonly onShift: (name: string, by: -1 | 1) => void;
}

const ORIGINS: readonly FieldOrigin[] = ['own', 'default', 'derived'];

/** The fields of a module: searched, filtered, sorted by drag or keyboard. */
export function FieldTable(props: FieldTableProps) {
  const { rows, isLocked, onAdd, onMove } = props;
  const [words, setWords] = useState('');
  const [filter, setFilter] = useState<FieldFilter>('all');
  const [moved, setMoved] = useState('');
  const shown = rows.filter((row) => matchesFilter(row, filter) && matchesWords(row, words));
  const isWhole = filter === 'all' && words.trim() === '';
  const labelOf = (name: string) => rows.find(({ definition }) => definition.fieldName === name)?.definition.label ?? name;
  return (
    <div className="sf-fields">
      <div className="sf-tools">
        <SearchInput label={t('studioFields.find', { count: rows.length })} value={words} onChange={setWords} />
        <FilterButtons rows={rows} filter={filter} onChange={setFilter} />
        {!isLocked && (
          <Button variant="primary" icon={Plus} onClick={onAdd}>
            {t('studioFields.add')}
          </Button>
        )}
      </div>
      <DragDropArea
        renderDragged={(name) => <div className="sf-dragged">{labelOf(name)}</div>}
        onDrop={(name, before) => {
          if (before === undefined || before === name) return;
          onMove(name, before);
          setMoved(t('views.rows.moved', { name: labelOf(name) }));
        }}
      >
        <div className="sf-scroll">
          <table className="sf-table" aria-label={t('studioFields.table')}>
            <thead>
              <tr>
                <th scope="col">{t('studioFields.column.label')}</th>
                <th scope="col">{t('studioFields.column.type')}</th>
                <th scope="col">{t('studioFields.column.flags')}</th>
                <th scope="col">{t('studioFields.column.uses')}</th>
                <th scope="col">{t('studioFields.column.change')}</th>
              </tr>
            </thead>
            {ORIGINS.map((origin) => (
              <Section
                {...props}
                key={origin}
                origin={origin}
                rows={shown.filter((row) => row.origin === origin)}
                canMove={isWhole && !isLocked}
              />
            ))}
          </table>
        </div>
      </DragDropArea>
      {shown.length === 0 && <p className="sf-note">{t('studioFields.noneFound')}</p>}
      <p className="ms-visually-hidden" role="status">
        {moved}
      </p>
    </div>
  );
}

interface FilterButtonsProps {
  readonly rows: readonly FieldRow[];
  readonly filter: FieldFilter;
  readonly onChange: (filter: FieldFilter) => void;
}

function FilterButtons({ rows, filter, onChange }: FilterButtonsProps) {
  return (
    <div className="sf-filters" role="group" aria-label={t('studioFields.filter.label')}>
      {FIELD_FILTERS.map((one) => {
        const count = rows.filter((row) => matchesFilter(row, one)).length;
        return (
          <button key={one} type="button" aria-pressed={one === filter} onClick={() => onChange(one)}>
            {one === 'all' ? t('studioFields.filter.all') : `${t(`studioFields.filter.${one}`)} ${count}`}
          </button>
        );
      })}
    </div>
  );
}

interface SectionProps extends Pick<FieldTableProps, 'selected' | 'onSelect' | 'onShift'> {
  readonly origin: FieldOrigin;
  readonly rows: readonly FieldRow[];
  readonly canMove: boolean;
}

function Section({ origin, rows, canMove, ...props }: SectionProps) {
  const [isOpen, setOpen] = useState(true);
  if (rows.length === 0) return null;
  return (
    <tbody>
      <tr className="sf-section">
        <th scope="rowgroup" colSpan={5}>
          <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {t(`studioFields.origin.${origin}`)} <span className="ms-muted">{t('studioFields.count', { count: rows.length })}</span>
          </button>
        </th>
      </tr>
      {isOpen &&
        rows.map((row, at) => (
          <Row
            key={row.definition.id}
            row={row}
            canMove={canMove && origin === 'own' && row.change !== 'removed'}
            isFirst={at === 0}
            isLast={at === rows.length - 1}
            {...props}
          />
        ))}
    </tbody>
  );
}

interface RowProps extends Pick<FieldTableProps, 'selected' | 'onSelect' | 'onShift'> {
  readonly row: FieldRow;
  readonly canMove: boolean;
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

function Row({ row, selected, canMove, isFirst, isLast, onSelect, onShift }: RowProps) {
  const { id, fieldName, label, inputType } = row.definition;
  const item = useDraggableItem(fieldName, !canMove);
  const target = useDropTarget(fieldName, !canMove);
  const isRemoved = row.change === 'removed';
  const onKeyDown = (event: KeyboardEvent) => {
    if (!canMove || !event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    onShift(fieldName, event.key === 'ArrowUp' ? -1 : 1);
  };
  return (
    <tr
      ref={(element) => {
        item.ref(element);
        target.ref(element);
      }}
      data-selected={selected === id || undefined}
      data-over={(target.isOver && !item.isDragged) || undefined}
      data-dragged={item.isDragged || undefined}
      data-removed={isRemoved || undefined}
    >
      <th scope="row">
        <span className="sf-row-name">
          {canMove && <Icon of={GripVertical} size={14} className="sf-grip" />}
          <button
            type="button"
            className="sf-row-button"
            disabled={isRemoved}
            aria-current={selected === id || undefined}
            onClick={() => onSelect(id)}
            onKeyDown={onKeyDown}
          >
            {label}
          </button>
          {row.earlierName !== undefined && (
            <>
              <del className="ms-mono ms-muted">{row.earlierName}</del>
              <span aria-hidden>→</span>
            </>
          )}
          <code className="ms-mono ms-muted">{fieldName}</code>
          {canMove && (
            <span className="sf-row-moves">
              <IconButton
                icon={ArrowUp}
                size="xs"
                label={t('views.rows.moveUp', { name: label })}
                disabled={isFirst}
                onClick={() => onShift(fieldName, -1)}
              />
              <IconButton
                icon={ArrowDown}
                size="xs"
                label={t('views.rows.moveDown', { name: label })}
                disabled={isLast}
                onClick={() => onShift(fieldName, 1)}
              />
            </span>
          )}
        </span>
      </th>
      <td>
        <span className="sf-type">
          <Icon of={TYPE_ICONS[inputType]} size={14} />
          {t(`studioFields.types.${inputType}`)}
        </span>
      </td>
      <td>
        <Flags row={row} />
      </td>
      <td>{describeUses(row.uses)}</td>
      <td>{row.change !== undefined && <StatusPill plain hue={HUES[row.change]} label={t(`studioFields.change.${row.change}`)} />}</td>
    </tr>
  );
}

const HUES = { added: 'green', renamed: 'blue', changed: 'amber', removed: 'red' } as const;

function Flags({ row }: { readonly row: FieldRow }) {
  const flags = [
    ['required', row.definition.required === true, Asterisk],
    ['massUpdatable', row.definition.massUpdatable === true, Pencil],
    ['indexed', row.isIndexed, Zap],
  ] as const;
  return (
    <span className="sf-row-flags">
      {flags.map(([name, isOn, icon]) => (
        <span key={name} data-on={isOn || undefined} title={isOn ? t(`studioFields.property.${name}`) : undefined}>
          <Icon of={icon} size={14} />
          {isOn && <span className="ms-visually-hidden">{t(`studioFields.property.${name}`)}</span>}
        </span>
      ))}
    </span>
  );
}

/** "9 layouts, 3 rules" */
function describeUses({ layouts, rules, others }: FieldUses): string {
  const parts = [
    layouts > 0 ? t('studioFields.uses.layouts', { count: layouts }) : '',
    rules > 0 ? t('studioFields.uses.rules', { count: rules }) : '',
    others > 0 ? t('studioFields.uses.others', { count: others }) : '',
  ];
  return parts.filter((part) => part !== '').join(', ');
}

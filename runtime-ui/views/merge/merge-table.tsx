import { Check, ChevronDown, ChevronRight, X } from 'lucide-react';
import { useState, type CSSProperties } from 'react';
import type { ModuleView } from '#engine/model/wire';
import { formatFullDay, localDay } from '../../fields/values/index.ts';
import { draftRecordName } from '../../headless/index.ts';
import { Button, Icon, IconButton, t } from '../../kit/index.ts';
import type { MergeColumn } from './merge-columns.ts';
import { addressesToAdd, splitFilled, type FilledRows, type MergeRow } from './merge-rows.ts';
import type { MergeState } from './use-merge.ts';
import { formatCell, ValueText, type KnownNames } from './value-text.tsx';

interface MergeTableProps {
  readonly module: ModuleView;
  readonly merge: MergeState;
  /** The primary record that the radio button shows, shortly before the values follow. */
  readonly checkedKey: string;
  readonly names: KnownNames;
  /** '22 loans, 3 copies' for a column. */
  readonly describeDependents: (column: MergeColumn) => string;
  readonly onPrimary: (key: string) => void;
}

function subtitleOf(column: MergeColumn): string {
  if (column.id === undefined) return t('views.merge.typed');
  const created = column.stored?.createdAt;
  return typeof created === 'string' ? t('views.merge.created', { day: formatFullDay(localDay(new Date(created))) }) : '';
}

function HeadCell({
  module,
  merge,
  checkedKey,
  describeDependents,
  onPrimary,
  column,
}: MergeTableProps & { readonly column: MergeColumn }) {
  const name = draftRecordName(module, column.values);
  const isPrimary = merge.primaryKey === column.key;
  const label = column.id === undefined ? t('views.merge.cannotBePrimary', { name }) : t('views.merge.makePrimary', { name });
  return (
    <th scope="col" className={isPrimary ? 'mg-primary' : undefined}>
      <div className="mg-head">
        <input
          type="radio"
          name="mg-primary"
          className="ms-radio mg-radio"
          aria-label={label}
          title={label}
          disabled={column.id === undefined}
          checked={checkedKey === column.key}
          onChange={() => onPrimary(column.key)}
        />
        <span className="mg-head-text">
          <span className="mg-head-name">{name}</span>
          <span className="mg-head-note">{subtitleOf(column)}</span>
          <span className="mg-head-note">
            {column.id === undefined ? t('views.merge.unsaved') : column.isEdited ? t('views.merge.edited') : describeDependents(column)}
          </span>
        </span>
        {isPrimary ? (
          <span className="ms-tag mg-tag">{t('views.merge.primary')}</span>
        ) : (
          <IconButton icon={X} size="xs" label={t('views.merge.remove', { name })} onClick={() => merge.remove(column.key)} />
        )}
      </div>
    </th>
  );
}

function ValueCell({ module, merge, names, row, column }: MergeTableProps & { readonly row: MergeRow; readonly column: MergeColumn }) {
  const primary = merge.columns.find((one) => one.key === merge.primaryKey);
  const toAdd = row.isAdditive && column !== primary ? addressesToAdd(row, column, primary) : [];
  const adds = toAdd.length > 0;
  const isUsed = row.isAdditive ? column === primary || adds : merge.chosen(row) === column;
  const content = (
    <>
      <span className="mg-value">
        <ValueText module={module} row={row} column={column} names={names} toAdd={toAdd} />
      </span>
      {adds && <span className="ms-tag mg-tag">{t('views.merge.added')}</span>}
      {isUsed && <Icon of={Check} size={16} className="mg-chosen" />}
    </>
  );
  const name = draftRecordName(module, column.values);
  const label = t('views.merge.use', {
    field: row.label,
    name,
    value: formatCell(module, row, column, names),
  });
  return (
    <td className={isUsed ? 'mg-used' : undefined}>
      {row.isAdditive ? (
        <div className="mg-cell" data-record={name}>
          {content}
        </div>
      ) : (
        <button
          type="button"
          className="mg-cell"
          data-record={name}
          aria-pressed={isUsed}
          aria-label={label}
          onClick={() => merge.choose(row, column)}
        >
          {content}
        </button>
      )}
    </td>
  );
}

/** The fold of the rows with the same values. */
const SAME = 'same rows';

/** '11 more are filled from Simone Abernathy'. */
function describeFilled({ module, merge }: MergeTableProps, { column, rows }: FilledRows): string {
  const name = draftRecordName(module, column.values);
  const isPrimary = column.key === merge.primaryKey;
  return t(isPrimary ? 'views.merge.onlyPrimary' : 'views.merge.filled', { count: rows.length, name });
}

/** A line below the table that shows or hides rows. */
function Fold({ isOpen, onToggle, children }: { readonly isOpen: boolean; readonly onToggle: () => void; readonly children: string }) {
  return (
    <Button variant="quiet" icon={isOpen ? ChevronDown : ChevronRight} aria-expanded={isOpen} className="mg-same" onClick={onToggle}>
      {children}
    </Button>
  );
}

/** Records side by side: one primary record, and the value that is used in each row. */
export function MergeTable(props: MergeTableProps) {
  const { module, merge } = props;
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const toggle = (key: string) =>
    setOpen((before) => new Set(before.has(key) ? [...before].filter((one) => one !== key) : [...before, key]));
  const { choices, filled } = splitFilled(merge.differing, merge.columns, (row) => merge.chosen(row));
  const shown = [
    ...choices,
    ...filled.filter(({ column }) => open.has(column.key)).flatMap(({ rows }) => rows),
    ...(open.has(SAME) ? merge.same : []),
  ];
  const count = merge.same.length;
  return (
    <>
      <table
        className="mg-table"
        aria-label={t('views.merge.table', { module: module.label })}
        style={{ '--mg-width': `${128 + merge.columns.length * 176}px` } as CSSProperties}
      >
        <thead>
          <tr>
            <th scope="col" className="mg-label">
              {t('views.merge.primary')}
            </th>
            {merge.columns.map((column) => (
              <HeadCell key={column.key} {...props} column={column} />
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <tr key={row.id}>
              <th scope="row" className="mg-label">
                {row.label}
              </th>
              {merge.columns.map((column) => (
                <ValueCell key={column.key} {...props} row={row} column={column} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {merge.differing.length === 0 && <p className="mg-all-same ms-muted">{t('views.merge.allSame')}</p>}
      {filled.map((group) => (
        <Fold key={group.column.key} isOpen={open.has(group.column.key)} onToggle={() => toggle(group.column.key)}>
          {describeFilled(props, group)}
        </Fold>
      ))}
      {count > 0 && (
        <Fold isOpen={open.has(SAME)} onToggle={() => toggle(SAME)}>
          {t(open.has(SAME) ? 'views.merge.hideSame' : 'views.merge.showSame', { count })}
        </Fold>
      )}
    </>
  );
}

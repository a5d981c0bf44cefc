import { Check, ChevronDown, ChevronRight, X } from 'lucide-react';
import { useState } from 'react';
import type { ModuleView } from '#engine/model';
import { Button, fullDay, Icon, IconButton, localDay } from '#ui';
import { leadName } from '../lead-name.ts';
import { tLeads } from '../texts.ts';
import type { MergeColumn } from './merge-columns.ts';
import { addressesBrought, type MergeRow } from './merge-rows.ts';
import type { MergeState } from './use-merge.ts';
import { textIn, ValueText, type KnownNames } from './value-text.tsx';

interface MergeTableProps {
  readonly module: ModuleView;
  readonly merge: MergeState;
  /** The primary as its radio button shows it, a moment before the values follow. */
  readonly checkedKey: string;
  readonly names: KnownNames;
  /** '22 activities, 3 subs' of a column. */
  readonly refersTo: (column: MergeColumn) => string;
  readonly onPrimary: (key: string) => void;
}

function subtitleOf(column: MergeColumn): string {
  if (column.id === undefined) return tLeads('merge.typed');
  const created = column.stored?.createdAt;
  return typeof created === 'string' ? tLeads('merge.created', { day: fullDay(localDay(new Date(created))) }) : '';
}

function HeadCell({ module, merge, checkedKey, refersTo, onPrimary, column }: MergeTableProps & { readonly column: MergeColumn }) {
  const name = leadName(module, column.values);
  const isPrimary = merge.primaryKey === column.key;
  const label = column.id === undefined ? tLeads('merge.cannotBePrimary', { name }) : tLeads('merge.makePrimary', { name });
  return (
    <th scope="col" className={isPrimary ? 'ld-primary' : undefined}>
      <div className="ld-head">
        <input type="radio" name="ld-primary" className="ms-radio ld-radio" aria-label={label} title={label} disabled={column.id === undefined} checked={checkedKey === column.key} onChange={() => onPrimary(column.key)} />
        <span className="ld-head-text">
          <span className="ld-head-name">{name}</span>
          <span className="ld-head-note">{subtitleOf(column)}</span>
          <span className="ld-head-note">{column.id === undefined ? tLeads('merge.unsaved') : column.isEdited ? tLeads('merge.edited') : refersTo(column)}</span>
        </span>
        {isPrimary ? <span className="ms-tag ld-tag">{tLeads('merge.primary')}</span> : <IconButton icon={X} size="xs" label={tLeads('merge.remove', { name })} onClick={() => merge.remove(column.key)} />}
      </div>
    </th>
  );
}

function ValueCell({ module, merge, names, row, column }: MergeTableProps & { readonly row: MergeRow; readonly column: MergeColumn }) {
  const primary = merge.columns.find((one) => one.key === merge.primaryKey);
  const brought = row.addsUp && column !== primary ? addressesBrought(row, column, primary) : [];
  const adds = brought.length > 0;
  const isUsed = row.addsUp ? column === primary || adds : merge.chosen(row) === column;
  const content = (
    <>
      <span className="ld-value"><ValueText module={module} row={row} column={column} names={names} brought={brought} /></span>
      {adds && <span className="ms-tag ld-tag">{tLeads('merge.added')}</span>}
      {isUsed && <Icon of={Check} size={16} className="ld-check" />}
    </>
  );
  const label = tLeads('merge.use', { field: row.label, name: leadName(module, column.values), value: textIn(module, row, column, names) });
  return (
    <td className={isUsed ? 'ld-used' : undefined}>
      {row.addsUp ? <div className="ld-cell">{content}</div> : <button type="button" className="ld-cell" aria-pressed={isUsed} aria-label={label} onClick={() => merge.choose(row, column)}>{content}</button>}
    </td>
  );
}

/** Leads side by side: one primary, and in each line the value that it keeps. */
export function MergeTable(props: MergeTableProps) {
  const { merge } = props;
  const [isOpen, setOpen] = useState(false);
  const shown = isOpen ? [...merge.differing, ...merge.same] : merge.differing;
  const count = merge.same.length;
  return (
    <>
      <table className="ld-table" aria-label={tLeads('merge.table')} style={{ minWidth: 128 + merge.columns.length * 176 }}>
        <thead>
          <tr>
            <th scope="col" className="ld-label">{tLeads('merge.primary')}</th>
            {merge.columns.map((column) => <HeadCell key={column.key} {...props} column={column} />)}
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <tr key={row.id}>
              <th scope="row" className="ld-label">{row.label}</th>
              {merge.columns.map((column) => <ValueCell key={column.key} {...props} row={row} column={column} />)}
            </tr>
          ))}
        </tbody>
      </table>
      {merge.differing.length === 0 && <p className="ld-all-same ms-muted">{tLeads('merge.allSame')}</p>}
      {count > 0 && (
        <Button variant="quiet" icon={isOpen ? ChevronDown : ChevronRight} aria-expanded={isOpen} className="ld-same" onClick={() => setOpen(!isOpen)}>
          {tLeads(isOpen ? 'merge.hideSame' : 'merge.showSame', { count })}
        </Button>
      )}
    </>
  );
}

import { ArrowRight, ChevronDown } from 'lucide-react';
import type { ImportColumnView } from '#engine/model/wire';
import { Icon, t } from '../../kit/index.ts';
import { ColumnMenu, type ColumnMenuProps } from './column-menu.tsx';
import { formatCount } from './describe-import.ts';
import { iconOfType } from '../../fields/values/index.ts';

interface ColumnButtonProps {
  readonly column: ImportColumnView;
  /** Whether it begins with the name of the column. */
  readonly showsHeader: boolean;
  readonly onClick: () => void;
  /** That of the menu, which opens it. */
  readonly className?: string;
}

/** The button of a column: its name, and the field that it is imported as. */
function ColumnButton({ column, showsHeader, onClick, className = '', ...rest }: ColumnButtonProps) {
  const { header, label, inputType, problems } = column;
  const look = label === null ? 'iw-chip-none' : problems > 0 ? 'iw-chip-wrong' : '';
  return (
    <button type="button" {...rest} className={`iw-chip ${look} ${className}`} onClick={onClick}>
      {showsHeader ? (
        <>
          <span className="iw-chip-header">{header}</span> <Icon of={ArrowRight} size={14} label={t('imports.columns.as')} />
        </>
      ) : (
        <span className="ms-visually-hidden">
          {header} {t('imports.columns.as')}
        </span>
      )}{' '}
      {label === null ? (
        <span className="iw-chip-header">{t('imports.columns.none')}</span>
      ) : (
        <>
          <Icon of={iconOfType(inputType)} />
          <span className="iw-chip-label">{label}</span>
        </>
      )}
      {problems > 0 && ' '}
      {problems > 0 && (
        <span className="iw-count">
          {formatCount(problems)}
          <span className="ms-visually-hidden"> {t('imports.columns.problems')}</span>
        </span>
      )}
      <Icon of={ChevronDown} size={14} />
    </button>
  );
}

/** The column with its menu. */
export function ColumnChip({ showsHeader = true, ...menu }: Omit<ColumnMenuProps, 'children'> & { readonly showsHeader?: boolean }) {
  return <ColumnMenu {...menu}>{(toggle) => <ColumnButton column={menu.column} showsHeader={showsHeader} onClick={toggle} />}</ColumnMenu>;
}

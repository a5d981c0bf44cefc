import { ChevronLeft, ChevronRight } from 'lucide-react';
import { t } from '../texts/texts.ts';
import { IconButton } from './icon-button.tsx';

/** Props of the control that turns pages. */
export interface PagerProps {
  /** 0 is the first page. */
  readonly page: number;
  readonly pageSize: number;
  /** Number of entries on this page. */
  readonly shown: number;
  readonly total: number;
  readonly onChange: (page: number) => void;
}

/** Which entries are shown, and the pages before and after. */
export function Pager({ page, pageSize, shown, total, onChange }: PagerProps) {
  const format = (count: number) => count.toLocaleString('en-US');
  const range = { from: format(page * pageSize + 1), to: format(page * pageSize + shown), total: format(total) };
  return (
    <div className="ms-pager">
      <span role="status" className="ms-tabular">
        {t('pager.range', range)}
      </span>
      <IconButton size="sm" icon={ChevronLeft} label={t('pager.previous')} disabled={page === 0} onClick={() => onChange(page - 1)} />
      <IconButton
        size="sm"
        icon={ChevronRight}
        label={t('pager.next')}
        disabled={(page + 1) * pageSize >= total}
        onClick={() => onChange(page + 1)}
      />
    </div>
  );
}

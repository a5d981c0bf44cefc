import { ChevronLeft, ChevronRight } from 'lucide-react';
import { IconButton, t } from '../../../kit/index.ts';

interface PagerProps {
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
    <div className="ma-pager">
      <span role="status" className="ms-tabular">
        {t('people.range', range)}
      </span>
      <IconButton size="sm" icon={ChevronLeft} label={t('people.previous')} disabled={page === 0} onClick={() => onChange(page - 1)} />
      <IconButton
        size="sm"
        icon={ChevronRight}
        label={t('people.next')}
        disabled={(page + 1) * pageSize >= total}
        onClick={() => onChange(page + 1)}
      />
    </div>
  );
}

import { ChevronLeft, ChevronRight } from 'lucide-react';
import { IconButton, t } from '../../kit/index.ts';
import './entries.css';

interface ListPagerProps {
  /** 0 is the first page. */
  readonly page: number;
  readonly pageSize: number;
  readonly total: number;
  /** Most entries that the endpoint skips; default: no limit. */
  readonly maxOffset?: number;
  readonly onPage: (page: number) => void;
}

/** Which entries of a list are shown, with the buttons for its other pages. */
export function ListPager({ page, pageSize, total, maxOffset = Infinity, onPage }: ListPagerProps) {
  const from = page * pageSize + 1;
  const to = Math.min(total, from + pageSize - 1);
  const shown = (value: number): string => value.toLocaleString('en-US');
  return (
    <div className="ma-pager">
      <span role="status">{t('listPager.range', { from: shown(from), to: shown(to), total: shown(total) })}</span>
      <IconButton icon={ChevronLeft} label={t('listPager.previous')} disabled={page === 0} onClick={() => onPage(page - 1)} />
      <IconButton
        icon={ChevronRight}
        label={t('listPager.next')}
        disabled={to >= total || page * pageSize + pageSize > maxOffset}
        onClick={() => onPage(page + 1)}
      />
    </div>
  );
}

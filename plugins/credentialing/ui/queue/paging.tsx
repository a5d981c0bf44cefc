import { ChevronLeft, ChevronRight } from 'lucide-react';
import { IconButton } from '#ui';
import { tCredentialing } from '../texts.ts';

/** Lines of a page. */
export const PAGE_SIZE = 25;

/** The pages of a list; nothing if there is only one. `page` counts from 0. */
export function Paging({
  page,
  total,
  onPage,
}: {
  readonly page: number;
  readonly total: number;
  readonly onPage: (page: number) => void;
}) {
  const pages = Math.ceil(total / PAGE_SIZE);
  if (pages <= 1) return null;
  return (
    <nav className="cr-paging" aria-label={tCredentialing('work.pages')}>
      <IconButton icon={ChevronLeft} label={tCredentialing('work.before')} disabled={page === 0} onClick={() => onPage(page - 1)} />
      <span className="ms-tabular" aria-live="polite">
        {tCredentialing('work.pageOf', { page: page + 1, pages, total })}
      </span>
      <IconButton icon={ChevronRight} label={tCredentialing('work.after')} disabled={page >= pages - 1} onClick={() => onPage(page + 1)} />
    </nav>
  );
}

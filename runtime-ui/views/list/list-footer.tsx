import { ChevronDown, ChevronLeft, ChevronRight } from 'lucide-react';
import { FIT_PAGE_SIZE, type ListHandle } from '../../headless/index.ts';
import { Button, Icon, IconButton, Kbd, Menu, t } from '../../kit/index.ts';
import type { ListResult } from '../grid/grid-source.ts';

const PAGE_SIZES = [10, 25, 50, 100, 200];

const formatCount = (count: number) => count.toLocaleString('en-US');

function Range({ list, result }: { readonly list: ListHandle; readonly result: ListResult | undefined }) {
  const { page, pageSize } = list.state;
  if (result === undefined) return <span className="ms-skeleton" style={{ width: 96, height: 10 }} aria-hidden />;
  if (result.total === 0) return <span>{t('views.list.none')}</span>;
  const isEndless = pageSize === 0;
  const from = isEndless ? 1 : page * pageSize + 1;
  const to = isEndless ? result.total : page * pageSize + result.rows;
  return (
    <span>
      {t(result.totalIsExact ? 'views.list.range' : 'views.list.rangeOpen', {
        from: formatCount(from),
        to: formatCount(to),
        total: formatCount(result.total),
      })}
    </span>
  );
}

function PageSize({ list, isFit }: { readonly list: ListHandle; readonly isFit: boolean }) {
  const { pageSize } = list.state;
  const choose = (size: number) => () => list.change({ pageSize: size });
  const items = [
    { id: 'fit', label: t('views.list.fit'), onSelect: choose(FIT_PAGE_SIZE) },
    ...PAGE_SIZES.map((size) => ({ id: String(size), label: String(size), onSelect: choose(size) })),
    { id: 'endless', label: t('views.list.endless'), onSelect: choose(0) },
  ];
  const shown = isFit ? t('views.list.fit') : pageSize === 0 ? t('views.list.endless') : String(pageSize);
  return (
    <span className="mv-page-size">
      <span>{t('views.list.rowsPerPage')}</span>
      <Menu
        label={t('views.list.rowsPerPage')}
        width={140}
        position="top-end"
        groups={[{ id: 'sizes', items }]}
        target={
          <Button
            variant="quiet"
            size="xs"
            aria-label={`${t('views.list.rowsPerPage')}: ${shown}`}
            trailing={<Icon of={ChevronDown} size={14} />}
          >
            {shown}
          </Button>
        }
      />
    </span>
  );
}

interface ListFooterProps {
  readonly list: ListHandle;
  readonly result: ListResult | undefined;
  /** The page size follows the height of the window. */
  readonly isFit: boolean;
}

/** The range of rows and the total, keyboard hints, rows per page, and paging. It is loaded after the first rows. */
export function ListFooter({ list, result, isFit }: ListFooterProps) {
  const { page, pageSize } = list.state;
  const pages = pageSize === 0 ? 1 : Math.max(1, Math.ceil((result?.total ?? 0) / pageSize));
  return (
    <footer className="mv-footer">
      <span className="mv-range" role="status">
        <Range list={list} result={result} />
      </span>
      <span className="mv-keys" aria-hidden>
        <span>
          <Kbd>Space</Kbd> {t('views.list.select')}
        </span>
        <span>
          <Kbd>Enter</Kbd> {t('views.list.open')}
        </span>
        <span>
          <Kbd>E</Kbd> {t('views.list.edit')}
        </span>
        <span>
          <Kbd>F</Kbd> {t('views.list.filterKey')}
        </span>
      </span>
      <span className="mv-paging">
        <PageSize list={list} isFit={isFit} />
        {pageSize > 0 && (
          <>
            <IconButton
              icon={ChevronLeft}
              size="xs"
              label={t('views.list.previous')}
              disabled={page === 0}
              onClick={() => list.change((now) => ({ page: Math.max(0, now.page - 1) }))}
            />
            <span className="ms-tabular">
              {t('views.list.page')} <strong>{formatCount(page + 1)}</strong> {t('views.list.of')} {formatCount(pages)}
            </span>
            <IconButton
              icon={ChevronRight}
              size="xs"
              label={t('views.list.next')}
              disabled={page + 1 >= pages}
              onClick={() => list.change((now) => ({ page: Math.min(pages - 1, now.page + 1) }))}
            />
          </>
        )}
      </span>
    </footer>
  );
}

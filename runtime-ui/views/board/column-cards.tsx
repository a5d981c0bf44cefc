import { useEffect, useMemo, useState } from 'react';
import type { FieldView } from '#engine/model/wire';
import type { RecordData, SearchInput } from '../../client/index.ts';
import { combineTerms, useListPages, type ListPageResult } from '../../headless/index.ts';
import { ErrorState, LinkProvider, SkeletonBar, t } from '../../kit/index.ts';
import { useRefetchOnRevision } from '../list/use-refetch-on-revision.ts';
import { useRecordNavigation, useNavigateFromList } from '../record-pager/use-navigate-from-list.ts';
import { BoardCard, CardPlaceholder, type BoardCardProps } from './board-card.tsx';
import { reasonField } from './board-query.ts';
import { cardContent, type CardFields } from './card-content.ts';
import type { BoardColumn } from './board-columns.ts';
import { COLUMN_PAGE_SIZE } from './column-window.ts';
import { KeyboardDraggedCard, MovingCard } from './moving-card.tsx';
import type { Board } from './use-board.ts';
import { useColumnWindow } from './use-column-window.ts';

export interface ColumnCardsProps extends Pick<BoardCardProps, 'keyboardHelpId' | 'today'> {
  readonly board: Board;
  readonly column: BoardColumn;
  readonly fields: CardFields;
  /** The search of the board, common to all of its columns. */
  readonly query: SearchInput;
  /** Increases when the records must be loaded again. */
  readonly revision: number;
  /** Reports the loaded records of the column, so that a dragged card can be resolved to its record. */
  readonly onCardsLoaded: (column: BoardColumn, records: readonly RecordData[]) => void;
}

function Skeletons({ count }: { readonly count: number }) {
  return Array.from({ length: Math.max(1, count) }, (_, at) => (
    <li key={at} className="mk-card" aria-hidden>
      <SkeletonBar width="70%" />
      <SkeletonBar width="50%" />
      <SkeletonBar width="40%" />
    </li>
  ));
}

/** The total of the most recently loaded page; undefined if it is not exact. */
function newestTotal(results: readonly ListPageResult[]): number | undefined {
  const [newest] = [...results].sort((a, b) => b.dataUpdatedAt - a.dataUpdatedAt);
  return newest?.data?.totalIsExact === false ? undefined : newest?.data?.total;
}

interface CardPageProps extends Omit<ColumnCardsProps, 'query' | 'revision' | 'onCardsLoaded'>, Pick<BoardCardProps, 'onOpen' | 'onEdit'> {
  readonly page: number;
  readonly result: ListPageResult;
  readonly count: number;
  readonly reason: FieldView | undefined;
  readonly tabStopId: string | undefined;
  readonly onTabStop: (id: string) => void;
}

/**
 * One page of a column's cards, after a marker element that is used to measure its height. Cards that are moving elsewhere are replaced by
 * a placeholder or hidden.
 */
function CardPage({ page, result, count, tabStopId, board, column, fields, ...rest }: CardPageProps) {
  const { module, moves, drag } = board;
  const { data, error } = result;
  const left = Math.min(COLUMN_PAGE_SIZE, count - page * COLUMN_PAGE_SIZE);
  return (
    <>
      <li className="mk-page" data-page={page} data-read={data !== undefined || undefined} aria-hidden />
      {data === undefined && error === null && <Skeletons count={page === 0 ? Math.min(3, left) : left} />}
      {data === undefined && error !== null && (
        <li>
          <ErrorState compact title={t('board.failed')} text={error.message} code={error.code} onRetry={() => void result.refetch()} />
        </li>
      )}
      {data?.data.map((record, at) => {
        const move = moves.find((one) => one.record._id === record._id);
        const isCarriedOff =
          drag?.record._id === record._id && drag.over !== undefined && drag.over.id !== drag.from.id && drag.from.id === column.id;
        if (move !== undefined && (move.from.id !== column.id || !move.isBlocked)) return null;
        if (move !== undefined || isCarriedOff)
          return <CardPlaceholder key={record._id} name={cardContent(module, record, fields).title} />;
        return (
          <BoardCard
            key={record._id}
            board={board}
            column={column}
            record={record}
            fields={fields}
            position={page * COLUMN_PAGE_SIZE + at + 1}
            total={count}
            isTabStop={record._id === tabStopId}
            {...rest}
          />
        );
      })}
    </>
  );
}

/** The cards of a column: only pages in or near the viewport are loaded and rendered; spacers replace the others. */
export function ColumnCards({ query, revision, onCardsLoaded, ...rest }: ColumnCardsProps) {
  const { board, column, fields } = rest;
  const { module, field, moves, drag } = board;
  const reason = useMemo(() => reasonField(module, field, column.value), [module, field, column.value]);
  const scoped = useMemo(() => ({ ...query, searchTerms: combineTerms(query.searchTerms ?? {}, column.terms) }), [query, column.terms]);
  const [counted, setCounted] = useState({ by: column.count, count: column.count });
  if (counted.by !== column.count) setCounted({ by: column.count, count: column.count });
  const { count } = counted;
  const { list, view, updateWindow } = useColumnWindow(count, drag?.from.id === column.id);
  const pages = Array.from({ length: view.last - view.first + 1 }, (_, at) => view.first + at);
  const results = useListPages(module, scoped, pages, COLUMN_PAGE_SIZE);
  const total = newestTotal(results);
  if (total !== undefined && total !== count) setCounted({ by: column.count, count: total });
  const navigateFromList = useNavigateFromList({ module: module.name, query: scoped });
  const { open, edit } = useRecordNavigation(module.name, navigateFromList);
  const records = useMemo(() => results.flatMap(({ data }) => data?.data ?? []), [results]);
  const [stop, setStop] = useState<string | undefined>(undefined);
  useEffect(() => onCardsLoaded(column, records), [onCardsLoaded, column, records]);
  useRefetchOnRevision(revision, () => Promise.all(results.map(({ refetch }) => refetch())));
  const isAway = (record: RecordData) => moves.some((move) => move.record._id === record._id);
  const own = records.filter((record) => !isAway(record));
  const stopId = own.some(({ _id }) => _id === stop) ? stop : own[0]?._id;
  const coming = moves.filter((move) => move.to.id === column.id);
  const isLoaded = results.every(({ data }) => data !== undefined);
  const isEmpty = isLoaded && own.length === 0 && coming.length === 0 && !moves.some((move) => move.from.id === column.id);
  return (
    <LinkProvider goTo={navigateFromList}>
      <ul ref={list} className="mk-cards" aria-label={column.label} aria-busy={!isLoaded || undefined} onScroll={updateWindow}>
        {drag?.over?.id === column.id && drag.from.id !== column.id && <KeyboardDraggedCard board={board} fields={fields} />}
        {coming.map((move) => (
          <MovingCard key={move.record._id} board={board} move={move} fields={fields} />
        ))}
        {view.above > 0 && <li className="mk-gap" style={{ height: view.above }} aria-hidden />}
        {pages.map((page, at) => {
          const result = results[at];
          return (
            result && (
              <CardPage
                key={page}
                {...rest}
                page={page}
                result={result}
                count={count}
                reason={reason}
                tabStopId={stopId}
                onTabStop={setStop}
                onOpen={open}
                onEdit={edit}
              />
            )
          );
        })}
        {isEmpty && <li className="mk-none">{t('board.empty')}</li>}
        <li className="mk-gap" data-page={view.last + 1} style={{ height: view.below }} aria-hidden />
      </ul>
    </LinkProvider>
  );
}

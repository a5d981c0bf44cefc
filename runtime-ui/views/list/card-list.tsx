import { useEffect, useRef } from 'react';
import type { ModuleView } from '#engine/model';
import { recordRoute, useSession, type ApiError, type RecordData } from '../../client/index.ts';
import { FieldValue } from '../../fields/values/index.ts';
import { findStatusField, isEmptyValue, readValue, recordName, useGrowingList, type LayoutItem, type ListHandle } from '../../headless/index.ts';
import { Button, ErrorState, SkeletonRows, t, TextLink } from '../../kit/index.ts';
import type { ListAnswer } from '../grid/grid-source.ts';
import { EmptyList } from './empty-list.tsx';

/** What a card shows beside name and status: two values on the second line, two on the third. */
function cardItems(module: ModuleView, list: ListHandle): readonly LayoutItem[] {
  const status = findStatusField(module)?.fieldName;
  return list.columns.filter((column) => column.shown && column.item.field !== undefined).map((column) => column.item).filter((item) => item.fieldName !== module.nameField && item.fieldName !== status);
}

function Card({ module, record, items }: { readonly module: ModuleView; readonly record: RecordData; readonly items: readonly LayoutItem[] }) {
  const user = useSession((session) => session.user);
  const status = findStatusField(module);
  const filled = items.filter((item) => !isEmptyValue(readValue(record, item.fieldName))).slice(0, 4);
  const value = (item: LayoutItem) => item.field && <span key={item.fieldName} className="mv-card-value"><FieldValue module={module} field={item.field} value={readValue(record, item.fieldName)} isPart={item.part !== undefined} /></span>;
  return (
    <li className="mv-card">
      <div className="mv-card-line">
        <TextLink look="bare" className="mv-card-name" href={recordRoute(module.name, record._id, user)}>{recordName(module, record)}</TextLink>
        {status && <FieldValue module={module} field={status} value={record[status.fieldName]} />}
      </div>
      <div className="mv-card-line mv-card-meta">{filled.slice(0, 2).map(value)}</div>
      <div className="mv-card-line mv-card-last">{filled.slice(2, 4).map(value)}</div>
    </li>
  );
}

interface CardListProps {
  readonly module: ModuleView;
  readonly list: ListHandle;
  readonly onAsk: () => void;
  readonly onAnswer: (answer: ListAnswer) => void;
  readonly onFailure: (error: ApiError) => void;
}

/** Calls `onReached` whenever the element comes near the screen. */
function useReached(onReached: () => void) {
  const mark = useRef<HTMLDivElement>(null);
  const act = useRef(onReached);
  useEffect(() => { act.current = onReached; });
  useEffect(() => {
    if (mark.current === null || typeof IntersectionObserver === 'undefined') return;
    const observer = new IntersectionObserver((entries) => { if (entries.some((entry) => entry.isIntersecting)) act.current(); }, { rootMargin: '400px' });
    observer.observe(mark.current);
    return () => observer.disconnect();
  });
  return mark;
}

/** The list on a phone: cards of three lines, 84 px, growing as they are scrolled. */
export function CardList({ module, list, onAsk, onAnswer, onFailure }: CardListProps) {
  const { data, error, isFetching, hasNextPage, fetchNextPage, refetch } = useGrowingList(module, list.query);
  const records = data?.pages.flatMap((page) => page.data) ?? [];
  const total = data?.pages[0]?.total;
  const mark = useReached(() => { if (hasNextPage && !isFetching) void fetchNextPage(); });
  useEffect(() => {
    if (isFetching && data === undefined) onAsk();
    else if (error) onFailure(error);
    else if (total !== undefined) onAnswer({ total, totalIsExact: true, rows: records.length, warnings: [] });
  }, [isFetching, data, error, total, records.length, onAsk, onAnswer, onFailure]);
  if (error && data === undefined) return <ErrorState title={t('views.list.failed', { module: module.label })} text={error.message} code={error.code} onRetry={() => void refetch()} />;
  if (data === undefined) return <SkeletonRows rows={8} height={84} columns={1} />;
  if (total === 0) return <EmptyList module={module} list={list} />;
  const items = cardItems(module, list);
  return (
    <>
      <ul className="mv-cards" aria-label={module.label}>{records.map((record) => <Card key={record._id} module={module} record={record} items={items} />)}</ul>
      <div ref={mark} className="mv-cards-end">{hasNextPage && <Button variant="quiet" loading={isFetching} onClick={() => void fetchNextPage()}>{t('views.list.loadingMore')}</Button>}</div>
    </>
  );
}

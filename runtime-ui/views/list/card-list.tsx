import { useEffect, useId, useRef, useState } from 'react';
import { lowercaseLabel } from '#engine/model/values';
import type { ModuleView } from '#engine/model/wire';
import { recordRoute, useSession, type ApiError, type RecordData } from '../../client/index.ts';
import { FieldValue, LabelledValue } from '../../fields/values/index.ts';
import {
  findStatusField,
  isEmptyValue,
  readValue,
  recordName,
  useInfiniteList,
  type LayoutItem,
  type ListHandle,
  type Selection,
} from '../../headless/index.ts';
import { Button, ErrorState, Icon, SkeletonRows, t, TextLink } from '../../kit/index.ts';
import type { ListResult } from '../grid/grid-source.ts';
import { listPhoneLinks } from '../record/communication-links.ts';
import { EmptyList } from './empty-list.tsx';
import { useLongPress } from './use-long-press.ts';

/** What a card shows of the visible columns of a list: all except name and status, which are in its first line. */
export function chooseCardItems(module: ModuleView, shown: readonly LayoutItem[]): readonly LayoutItem[] {
  const status = findStatusField(module)?.fieldName;
  return shown.filter((item) => item.field !== undefined && item.fieldName !== module.nameField && item.fieldName !== status);
}

const CONTACT_TYPES: readonly string[] = ['Phone', 'EmailAddress'];

/** Owner and contact details: they have the lowest priority on a card. */
function isAside({ field }: LayoutItem): boolean {
  return field !== undefined && (CONTACT_TYPES.includes(field.inputType) || field.fieldName === 'assigned_to');
}

/**
 * The second and third line of a card: the first two items, and the last two columns of the list, which usually contain the next step and
 * its date.
 */
function cardLines(items: readonly LayoutItem[]): readonly [readonly LayoutItem[], readonly LayoutItem[]] {
  const mainItems = items.filter((item) => !isAside(item));
  const shown = mainItems.length >= 2 ? mainItems : items;
  const first = shown.slice(0, 2);
  const last = shown.slice(2).slice(-2);
  return [first, last.length > 0 ? last : items.filter((item) => !first.includes(item)).slice(0, 2)];
}

interface CardProps {
  readonly module: ModuleView;
  readonly record: RecordData;
  readonly items: readonly LayoutItem[];
  /** While records are selected, a card is a checkbox and not a link. */
  readonly isSelecting: boolean;
  readonly selection: Selection | undefined;
}

/** The name: a link to the record, or the label of its checkbox. Both cover the whole card. */
function CardName({ module, record, isSelecting, selection }: Omit<CardProps, 'items'>) {
  const user = useSession((session) => session.user);
  const id = useId();
  const name = recordName(module, record);
  if (!isSelecting || selection === undefined)
    return (
      <TextLink look="bare" className="mv-card-name" href={recordRoute(module.name, record._id, user)}>
        {name}
      </TextLink>
    );
  return (
    <>
      <input
        id={id}
        type="checkbox"
        className="mg-check"
        checked={selection.ids.has(record._id)}
        onChange={() => selection.toggle(record._id)}
      />
      <label htmlFor={id} className="mv-card-name mv-card-choice">
        {name}
      </label>
    </>
  );
}

/** Call and text links next to the card: a swipe or Tab scrolls to them. */
function CardActions({ record, items }: Pick<CardProps, 'record' | 'items'>) {
  return listPhoneLinks(
    items.flatMap(({ field }) => field ?? []),
    record,
  ).map(({ key, label, icon, href }) => (
    <TextLink
      key={key}
      look="bare"
      className="mv-card-action"
      data-action={key}
      aria-label={`${label}: ${href.slice(href.indexOf(':') + 1)}`}
      href={href}
    >
      <Icon of={icon} size={20} />
      {label}
    </TextLink>
  ));
}

/** A record in the list of a phone. */
export function RecordCard({ module, record, items, isSelecting, selection }: CardProps) {
  const status = findStatusField(module);
  const [first, last] = cardLines(items.filter((item) => !isEmptyValue(readValue(record, item.fieldName))));
  const press = useLongPress(selection === undefined || isSelecting ? undefined : () => selection.toggle(record._id, true));
  const value = (item: LayoutItem) =>
    item.field && (
      <span key={item.fieldName} className="mv-card-value">
        <LabelledValue module={module} item={item} record={record} />
      </span>
    );
  return (
    <li className="mv-card-row">
      <div className="mv-card" data-selected={selection?.ids.has(record._id) || undefined} {...press}>
        <div className="mv-card-line">
          <CardName module={module} record={record} isSelecting={isSelecting} selection={selection} />
          {status && <FieldValue module={module} field={status} value={record[status.fieldName]} />}
        </div>
        <div className="mv-card-line mv-card-meta">{first.map(value)}</div>
        <div className="mv-card-line mv-card-last">{last.map(value)}</div>
      </div>
      {!isSelecting && <CardActions record={record} items={items} />}
    </li>
  );
}

interface CardListProps {
  readonly module: ModuleView;
  readonly list: ListHandle;
  /** Absent: records cannot be selected here. */
  readonly selection?: Selection | undefined;
  readonly onLoading: () => void;
  readonly onLoaded: (result: ListResult) => void;
  readonly onError: (error: ApiError) => void;
}

/** Calls `onReached` whenever the element is near the viewport. */
function useIntersection(onReached: () => void) {
  const mark = useRef<HTMLDivElement>(null);
  const act = useRef(onReached);
  useEffect(() => {
    act.current = onReached;
  });
  useEffect(() => {
    if (mark.current === null || typeof IntersectionObserver === 'undefined') return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) act.current();
      },
      { rootMargin: '400px' },
    );
    observer.observe(mark.current);
    return () => observer.disconnect();
  });
  return mark;
}

/** The list on a phone: cards of three lines, 84 px high, with infinite scrolling. */
export function CardList({ module, list, selection, onLoading, onLoaded, onError }: CardListProps) {
  const { data, error, isFetching, hasNextPage, fetchNextPage, refetch } = useInfiniteList(module, list.query);
  const [isChoosing, setChoosing] = useState(false);
  const records = data?.pages.flatMap((page) => page.data) ?? [];
  const total = data?.pages[0]?.total;
  const mark = useIntersection(() => {
    if (hasNextPage && !isFetching) void fetchNextPage();
  });
  useEffect(() => {
    if (isFetching && data === undefined) onLoading();
    else if (error) onError(error);
    else if (total !== undefined) onLoaded({ total, totalIsExact: true, rows: records.length, warnings: [] });
  }, [isFetching, data, error, total, records.length, onLoading, onLoaded, onError]);
  if (error && data === undefined)
    return (
      <ErrorState
        title={t('views.list.failed', { module: module.label })}
        text={error.message}
        code={error.code}
        onRetry={() => void refetch()}
      />
    );
  if (data === undefined) return <SkeletonRows rows={8} height={84} columns={1} />;
  if (total === 0) return <EmptyList module={module} list={list} />;
  const items = chooseCardItems(
    module,
    list.columns.filter((column) => column.shown).map((column) => column.item),
  );
  const isSelecting = isChoosing || (selection?.count ?? 0) > 0;
  const end = () => {
    setChoosing(false);
    selection?.clear();
  };
  return (
    <>
      {selection && (
        <div className="mv-cards-head">
          <span className="ms-tabular" role="status">
            {t('work.select.count', {
              count: (total ?? 0).toLocaleString('en-US'),
              module: lowercaseLabel(total === 1 ? module.labelSingular : module.label),
            })}
          </span>
          <Button variant="quiet" onClick={isSelecting ? end : () => setChoosing(true)}>
            {t(isSelecting ? 'actions.done' : 'work.select.start')}
          </Button>
        </div>
      )}
      <ul className="mv-cards" aria-label={module.label}>
        {records.map((record) => (
          <RecordCard key={record._id} module={module} record={record} items={items} isSelecting={isSelecting} selection={selection} />
        ))}
      </ul>
      <div ref={mark} className="mv-cards-end">
        {hasNextPage && (
          <Button variant="quiet" loading={isFetching} onClick={() => void fetchNextPage()}>
            {t('views.list.loadingMore')}
          </Button>
        )}
      </div>
    </>
  );
}

import { useEffect, useMemo, useState } from 'react';
import type { FieldView } from '#engine/model';
import type { RecordData, SearchInput } from '../../client/index.ts';
import { combineTerms, useListPages, type ListPageAnswer } from '../../headless/index.ts';
import { ErrorState, LinkProvider, SkeletonBar, t } from '../../kit/index.ts';
import { useReread } from '../list/use-reread.ts';
import { useOpeners, useWalkTo } from '../walk/use-walk-to.ts';
import { BoardCard, CardPlace, type BoardCardProps } from './board-card.tsx';
import { reasonField } from './board-query.ts';
import { cardContent, type CardFields } from './card-content.ts';
import type { Lane } from './lane-model.ts';
import { LANE_PAGE } from './lane-window.ts';
import { CarriedCard, MovingCard } from './moving-card.tsx';
import type { Board } from './use-board.ts';
import { useLaneWindow } from './use-lane-window.ts';

export interface LaneCardsProps extends Pick<BoardCardProps, 'keysId'> {
  readonly board: Board;
  readonly lane: Lane;
  readonly fields: CardFields;
  /** The search of the board, for all of its lanes. */
  readonly query: SearchInput;
  /** Rises when records must be read anew. */
  readonly revision: number;
  /** Tells which record a card is of, for those who drag it. */
  readonly onCards: (lane: Lane, records: readonly RecordData[]) => void;
}

function Skeletons({ count }: { readonly count: number }) {
  return Array.from({ length: Math.max(1, count) }, (_, at) => <li key={at} className="mk-card" aria-hidden><SkeletonBar width="70%" /><SkeletonBar width="50%" /><SkeletonBar width="40%" /></li>);
}

/** The newest of what some pages say of how many there are. */
function totalOf(answers: readonly ListPageAnswer[]): number | undefined {
  const [newest] = [...answers].sort((a, b) => b.dataUpdatedAt - a.dataUpdatedAt);
  return newest?.data?.totalIsExact === false ? undefined : newest?.data?.total;
}

interface LanePageProps extends Omit<LaneCardsProps, 'query' | 'revision' | 'onCards'>, Pick<BoardCardProps, 'onOpen' | 'onEdit'> {
  readonly page: number;
  readonly answer: ListPageAnswer;
  readonly count: number;
  readonly reason: FieldView | undefined;
  readonly stop: string | undefined;
  readonly onStop: (id: string) => void;
}

/** Some of a lane's cards, after a mark by which their height is known; those on their way elsewhere leave their place free. */
function LanePage({ page, answer, count, stop, board, lane, fields, ...rest }: LanePageProps) {
  const { module, moves, carried } = board;
  const { data, error } = answer;
  const left = Math.min(LANE_PAGE, count - page * LANE_PAGE);
  return (
    <>
      <li className="mk-page" data-page={page} data-read={data !== undefined || undefined} aria-hidden />
      {data === undefined && error === null && <Skeletons count={page === 0 ? Math.min(3, left) : left} />}
      {data === undefined && error !== null && <li><ErrorState compact title={t('board.failed')} text={error.message} code={error.code} onRetry={() => void answer.refetch()} /></li>}
      {data?.data.map((record, at) => {
        const move = moves.find((one) => one.record._id === record._id);
        const isCarriedOff = carried?.record._id === record._id && carried.over !== undefined && carried.over.id !== carried.from.id && carried.from.id === lane.id;
        if (move !== undefined && (move.from.id !== lane.id || !move.isHeld)) return null;
        if (move !== undefined || isCarriedOff) return <CardPlace key={record._id} name={cardContent(module, record, fields, lane.isOver).title} />;
        return <BoardCard key={record._id} board={board} lane={lane} record={record} fields={fields} at={page * LANE_PAGE + at + 1} of={count} isStop={record._id === stop} {...rest} />;
      })}
    </>
  );
}

/** The cards of a lane: those near what is in sight are read and drawn, the others leave their room. */
export function LaneCards({ query, revision, onCards, ...rest }: LaneCardsProps) {
  const { board, lane, fields } = rest;
  const { module, field, moves, carried } = board;
  const reason = useMemo(() => reasonField(module, field, lane.value), [module, field, lane.value]);
  const scoped = useMemo(() => ({ ...query, searchTerms: combineTerms(query.searchTerms ?? {}, lane.terms) }), [query, lane.terms]);
  const [counted, setCounted] = useState({ by: lane.count, count: lane.count });
  if (counted.by !== lane.count) setCounted({ by: lane.count, count: lane.count });
  const { count } = counted;
  const { list, view, look } = useLaneWindow(count, carried?.from.id === lane.id);
  const pages = Array.from({ length: view.last - view.first + 1 }, (_, at) => view.first + at);
  const answers = useListPages(module, scoped, pages, LANE_PAGE);
  const total = totalOf(answers);
  if (total !== undefined && total !== count) setCounted({ by: lane.count, count: total });
  const walkTo = useWalkTo({ module: module.name, query: scoped });
  const { open, edit } = useOpeners(module.name, walkTo);
  const records = useMemo(() => answers.flatMap(({ data }) => data?.data ?? []), [answers]);
  const [stop, setStop] = useState<string | undefined>(undefined);
  useEffect(() => onCards(lane, records), [onCards, lane, records]);
  useReread(revision, () => Promise.all(answers.map(({ refetch }) => refetch())));
  const isAway = (record: RecordData) => moves.some((move) => move.record._id === record._id);
  const own = records.filter((record) => !isAway(record));
  const stopId = own.some(({ _id }) => _id === stop) ? stop : own[0]?._id;
  const coming = moves.filter((move) => move.to.id === lane.id);
  const isRead = answers.every(({ data }) => data !== undefined);
  const isEmpty = isRead && own.length === 0 && coming.length === 0 && !moves.some((move) => move.from.id === lane.id);
  return (
    <LinkProvider goTo={walkTo}><ul ref={list} className="mk-cards" aria-label={lane.label} aria-busy={!isRead || undefined} onScroll={look}>
      {carried?.over?.id === lane.id && carried.from.id !== lane.id && <CarriedCard board={board} fields={fields} />}
      {coming.map((move) => <MovingCard key={move.record._id} board={board} move={move} fields={fields} />)}
      {view.above > 0 && <li className="mk-gap" style={{ height: view.above }} aria-hidden />}
      {pages.map((page, at) => { const answer = answers[at]; return answer && <LanePage key={page} {...rest} page={page} answer={answer} count={count} reason={reason} stop={stopId} onStop={setStop} onOpen={open} onEdit={edit} />; })}
      {isEmpty && <li className="mk-none">{t('board.empty')}</li>}
      <li className="mk-gap" data-page={view.last + 1} style={{ height: view.below }} aria-hidden />
    </ul></LinkProvider>
  );
}

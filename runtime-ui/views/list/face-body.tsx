import { useEffect } from 'react';
import { faceItem } from '../../headless/index.ts';
import { Awaiting, Button, EmptyState, lazily, SkeletonRows, t } from '../../kit/index.ts';
import type { FaceProps } from './face-props.ts';

const BoardView = lazily(async () => (await import('../board/board-view.tsx')).BoardView, 'place');
const CalendarView = lazily(async () => (await import('../calendar/calendar-view.tsx')).CalendarView, 'place');

function GoneFace({ list, onAnswer }: Pick<FaceProps, 'list' | 'onAnswer'>) {
  // Nothing is awaited here.
  useEffect(() => onAnswer({ total: 0, totalIsExact: true, rows: 0, warnings: [] }), [onAnswer]);
  return <EmptyState title={t('saved.faceGone')} help={t('saved.faceGoneHelp')} actions={<Button variant="primary" onClick={() => list.change({ face: null })}>{t('saved.toTable')}</Button>} />;
}

/** The list as a board or a calendar; a field that is gone or hidden says so and leads back to the table. */
export function FaceBody(props: Omit<FaceProps, 'item'>) {
  const { module, list } = props;
  const { face } = list.state;
  if (face === null) return null;
  const item = faceItem(module, face);
  if (item === undefined) return <GoneFace list={list} onAnswer={props.onAnswer} />;
  const Face = face.kind === 'board' ? BoardView : CalendarView;
  return <Awaiting fallback={<SkeletonRows rows={8} columns={5} height={84} />}><Face {...props} item={item} /></Awaiting>;
}

import { useEffect } from 'react';
import { findViewTypeItem } from '../../headless/index.ts';
import { LazyBoundary, Button, EmptyState, createLazyComponent, SkeletonRows, t } from '../../kit/index.ts';
import type { ViewTypeProps } from './view-type-props.ts';

const BoardView = createLazyComponent(async () => (await import('../board/board-view.tsx')).BoardView, 'place');
const CalendarView = createLazyComponent(async () => (await import('../calendar/calendar-view.tsx')).CalendarView, 'place');

function UnavailableViewType({ list, onLoaded }: Pick<ViewTypeProps, 'list' | 'onLoaded'>) {
  // Nothing is loaded here.
  useEffect(() => onLoaded({ total: 0, totalIsExact: true, rows: 0, warnings: [] }), [onLoaded]);
  return (
    <EmptyState
      title={t('saved.viewTypeGone')}
      help={t('saved.viewTypeGoneHelp')}
      actions={
        <Button variant="primary" onClick={() => list.change({ viewType: null })}>
          {t('saved.toTable')}
        </Button>
      }
    />
  );
}

/** The list as a board or a calendar; if the field is removed or hidden, shows a message and a button back to the table. */
export function ViewTypeBody(props: Omit<ViewTypeProps, 'item'>) {
  const { module, list } = props;
  const { viewType } = list.state;
  if (viewType === null) return null;
  const item = findViewTypeItem(module, viewType);
  if (item === undefined) return <UnavailableViewType list={list} onLoaded={props.onLoaded} />;
  const View = viewType.kind === 'board' ? BoardView : CalendarView;
  return (
    <LazyBoundary fallback={<SkeletonRows rows={8} columns={5} height={84} />}>
      <View {...props} item={item} />
    </LazyBoundary>
  );
}

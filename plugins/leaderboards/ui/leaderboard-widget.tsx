import { toText } from '#engine/model';
import { EmptyState, ErrorState, findModule, SkeletonRows, useRecordSearch, type DashboardWidget, type SlotProps } from '#ui';
import { LeaderboardScores } from './leaderboard-result.tsx';
import { tLeaderboards } from './texts.ts';

function Board({ shell, id }: Pick<SlotProps<'widget'>, 'shell'> & { readonly id: string }) {
  const module = findModule(shell, 'leaderboards');
  const { data, error, refetch } = useRecordSearch(module, { pageNumber: 0, pageSize: 1, searchTerms: { _id: { equals: id } } });
  if (error)
    return <ErrorState compact title={tLeaderboards('failed')} text={error.message} code={error.code} onRetry={() => void refetch()} />;
  if (module !== undefined && data === undefined) return <SkeletonRows rows={6} />;
  const [board] = data?.data ?? [];
  if (board === undefined) return <EmptyState compact headingLevel={3} title={tLeaderboards('gone')} help={tLeaderboards('goneHelp')} />;
  return <LeaderboardScores record={board} />;
}

function LeaderboardWidget({ shell, settings }: SlotProps<'widget'>) {
  const id = toText(settings['leaderboard']);
  return id === '' ? (
    <EmptyState compact headingLevel={3} title={tLeaderboards('none')} help={tLeaderboards('noneHelp')} />
  ) : (
    <Board shell={shell} id={id} />
  );
}

/** The widget of leaderboards. */
export const createLeaderboardWidgets = (): readonly DashboardWidget[] => [
  {
    key: 'leaderboard',
    label: tLeaderboards('widget'),
    help: tLeaderboards('widgetHelp'),
    icon: 'trophy',
    size: { width: 4, height: 9 },
    smallest: { width: 3, height: 5 },
    isOffered: (shell) => findModule(shell, 'leaderboards') !== undefined,
    options: () => ({
      type: 'object',
      required: ['leaderboard'],
      properties: { leaderboard: { type: 'string', format: 'record', 'x-module': 'leaderboards', title: tLeaderboards('widget') } },
    }),
    component: LeaderboardWidget,
  },
];

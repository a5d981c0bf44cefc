import { useQuery } from '@tanstack/react-query';
import type { ShellView } from '#engine/model/wire';
import { getRecentlySeen, queryKeys } from '../../client/index.ts';
import { ScreenParts } from '../../extensions/index.ts';
import { t } from '../../kit/index.ts';
import { LinkList, ListCard } from '../../views/index.ts';
import { AttentionCard } from './attention-card.tsx';
import { HomeListCard } from './home-list-card.tsx';
import { listHomeLists, type HomeList } from './home-lists.ts';
import { SetupCard } from './setup-card.tsx';

interface ColumnProps {
  readonly shell: ShellView;
}

/** The records that the user opened last. */
export function Recents({ shell }: ColumnProps) {
  const query = useQuery({
    queryKey: queryKeys.recentlySeen(),
    queryFn: ({ signal }) => getRecentlySeen(signal),
    refetchOnMount: 'always',
  });
  return (
    <ListCard
      title={t('frame.dashboard.recents')}
      query={query}
      countOf={(links) => links.length}
      empty={{ title: t('frame.dashboard.recentsEmpty'), help: t('frame.dashboard.recentsHelp') }}
    >
      {(links) => <LinkList links={links.slice(0, 8)} shell={shell} />}
    </ListCard>
  );
}

/** The lists of a place, in their order. */
export function HomeLists({ shell, place }: ColumnProps & { readonly place: HomeList['place'] }) {
  return listHomeLists(shell, place).map((list) => <HomeListCard key={`${list.module.name}-${list.id}`} list={list} shell={shell} />);
}

/** What to know: for System Admins what they have to settle, then what plugins add, then the lists of the side. */
export function HomeSide({ shell }: ColumnProps) {
  return (
    <>
      <SetupCard shell={shell} />
      {shell.user.userType === 'System Admin' && <AttentionCard />}
      <ScreenParts place="home" shell={shell} />
      <HomeLists shell={shell} place="side" />
    </>
  );
}

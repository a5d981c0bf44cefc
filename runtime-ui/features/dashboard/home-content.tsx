import { useQuery } from '@tanstack/react-query';
import type { ShellView } from '#engine/model/wire';
import { getRecentlySeen, queryKeys } from '../../client/index.ts';
import { ScreenParts } from '../../extensions/index.ts';
import { formatFullDay, localDay } from '../../fields/values/index.ts';
import { t } from '../../kit/index.ts';
import { FavouritesCard, LinkList, ListCard } from '../../views/index.ts';
import { AttentionCard } from './attention-card.tsx';
import { SetupCard } from './setup-card.tsx';
import { HomeListCard } from './home-list-card.tsx';
import { listHomeLists } from './home-lists.ts';
import './dashboard.css';

function Recents({ shell }: { readonly shell: ShellView }) {
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

/** The greeting by the time of the day. */
function greetingAt(hour: number): 'morning' | 'afternoon' | 'evening' {
  if (hour < 12) return 'morning';
  return hour < 18 ? 'afternoon' : 'evening';
}

/** The content of Home: what to do next on the left, what to know on the right; below each other on narrow screens. */
export function HomeContent({ shell }: { readonly shell: ShellView }) {
  const now = new Date();
  return (
    <div className="ms-page">
      <p className="ms-home-greeting">
        <strong>{t(`frame.dashboard.${greetingAt(now.getHours())}`, { name: shell.user.first_name })}</strong>{' '}
        {formatFullDay(localDay(now))}
      </p>
      <div className="ms-home">
        <div className="ms-home-column">
          {listHomeLists(shell, 'main').map((list) => (
            <HomeListCard key={`${list.module.name}-${list.id}`} list={list} shell={shell} />
          ))}
        </div>
        <div className="ms-home-column">
          <SetupCard shell={shell} />
          {shell.user.userType === 'System Admin' && <AttentionCard />}
          <ScreenParts place="home" shell={shell} />
          {listHomeLists(shell, 'side').map((list) => (
            <HomeListCard key={`${list.module.name}-${list.id}`} list={list} shell={shell} />
          ))}
          <Recents shell={shell} />
          <FavouritesCard shell={shell} />
        </div>
      </div>
    </div>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Navigate } from 'react-router';
import type { ShellView } from '#engine/model/wire';
import { findUserArea, getRecentlySeen, homeRoute, queryKeys, useShell } from '../../client/index.ts';
import { listWorkModules } from '../../headless/index.ts';
import { PageHeader, t } from '../../kit/index.ts';
import { FavouritesCard, LinkList, ListCard } from '../../views/index.ts';
import { WorkItemCard } from './work-item-card.tsx';
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

/** `/app/dashboard` until dashboards are implemented: the user's open work items, recently seen records and favourites. */
export function DashboardPage() {
  const { data: shell } = useShell();
  useEffect(() => {
    document.title = `${t('frame.dashboard.title')} · ${t('product')}`;
  }, []);
  if (!shell) return null;
  // Users with an area of their own have another first page.
  if (findUserArea(shell.user) !== undefined) return <Navigate to={homeRoute(shell.user)} replace />;
  return (
    <>
      <PageHeader title={t('frame.dashboard.title')} />
      <div className="ms-page ms-home">
        {listWorkModules(shell).map((module) => (
          <WorkItemCard key={module.name} module={module} shell={shell} />
        ))}
        <Recents shell={shell} />
        <FavouritesCard shell={shell} />
      </div>
    </>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ShellView } from '#engine/model/wire';
import { getFavorites, queryKeys } from '../../client/index.ts';
import { Button, t } from '../../kit/index.ts';
import { LinkList } from './link-list.tsx';
import { ListCard } from './list-card.tsx';

const INITIAL_LINKS = 8;

interface FavouritesCardProps {
  readonly shell: ShellView;
  /** Renders nothing while there are no favourites. */
  readonly hidesWhenEmpty?: boolean;
}

/** The favourite records of the user, newest first: at first 8, all on demand. */
export function FavouritesCard({ shell, hidesWhenEmpty = false }: FavouritesCardProps) {
  const [isWhole, setWhole] = useState(false);
  const query = useQuery({ queryKey: queryKeys.favorites(), queryFn: ({ signal }) => getFavorites(signal), refetchOnMount: 'always' });
  const count = query.data?.length ?? 0;
  if (hidesWhenEmpty && count === 0) return null;
  const action =
    count > INITIAL_LINKS && !isWhole ? (
      <Button size="xs" variant="quiet" className="ms-link-button" onClick={() => setWhole(true)}>
        {t('frame.own.showAll')}
      </Button>
    ) : undefined;
  return (
    <ListCard
      title={t('frame.dashboard.favourites')}
      query={query}
      countOf={(links) => links.length}
      action={action}
      empty={{ title: t('frame.dashboard.favouritesEmpty'), help: t('frame.dashboard.favouritesHelp') }}
    >
      {(links) => <LinkList links={isWhole ? links : links.slice(0, INITIAL_LINKS)} shell={shell} />}
    </ListCard>
  );
}

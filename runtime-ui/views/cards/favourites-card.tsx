import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { RecordLink, ShellView } from '#engine/model/wire';
import { getErrorMessage, getFavorites, orderFavorites, queryKeys } from '../../client/index.ts';
import { Button, showNotice, SortableGroups, t } from '../../kit/index.ts';
import { LinkList } from './link-list.tsx';
import { ListCard } from './list-card.tsx';

const INITIAL_LINKS = 8;

interface FavouritesCardProps {
  readonly shell: ShellView;
  /** Renders nothing while there are no favourites. */
  readonly hidesWhenEmpty?: boolean;
}

const keyOf = ({ module, _id }: RecordLink): string => `${module}/${_id}`;

/** The favourites with what moves them. Each move is saved at once. */
function FavouriteOrder({ links }: { readonly links: readonly RecordLink[] }) {
  const client = useQueryClient();
  const move = (key: string, at: number) => {
    const moved = links.find((link) => keyOf(link) === key);
    if (moved === undefined) return;
    const rest = links.filter((link) => link !== moved);
    const next = [...rest.slice(0, at), moved, ...rest.slice(at)];
    client.setQueryData(queryKeys.favorites(), next);
    orderFavorites(next).catch((error: unknown) => {
      showNotice({ kind: 'error', text: getErrorMessage(error) });
      void client.invalidateQueries({ queryKey: queryKeys.favorites() });
    });
  };
  return (
    <SortableGroups
      label={t('frame.dashboard.favouritesOrder')}
      groups={[{ id: 'favourites', label: '', items: links.map((link) => ({ id: keyOf(link), label: link.name })) }]}
      onMove={(id, _group, at) => move(id, at)}
      renderItem={(id) => {
        const name = links.find((link) => keyOf(link) === id)?.name ?? '';
        return (
          <span className="ms-clip" title={name}>
            {name}
          </span>
        );
      }}
      emptyText=""
    />
  );
}

/** The favourite records of the user, in their order: at first 8, all on demand. */
export function FavouritesCard({ shell, hidesWhenEmpty = false }: FavouritesCardProps) {
  const [isWhole, setWhole] = useState(false);
  const [isOrdering, setOrdering] = useState(false);
  const query = useQuery({ queryKey: queryKeys.favorites(), queryFn: ({ signal }) => getFavorites(signal), refetchOnMount: 'always' });
  const count = query.data?.length ?? 0;
  if (hidesWhenEmpty && count === 0) return null;
  const action = (
    <>
      {count > INITIAL_LINKS && !isWhole && !isOrdering && (
        <Button size="xs" variant="quiet" className="ms-link-button" onClick={() => setWhole(true)}>
          {t('frame.own.showAll')}
        </Button>
      )}
      {count > 1 && (
        <Button size="xs" variant="quiet" className="ms-link-button" onClick={() => setOrdering(!isOrdering)}>
          {t(isOrdering ? 'frame.dashboard.favouritesOrdered' : 'frame.dashboard.favouritesOrder')}
        </Button>
      )}
    </>
  );
  return (
    <ListCard
      title={t('frame.dashboard.favourites')}
      query={query}
      countOf={(links) => links.length}
      action={action}
      empty={{ title: t('frame.dashboard.favouritesEmpty'), help: t('frame.dashboard.favouritesHelp') }}
    >
      {(links) =>
        isOrdering ? <FavouriteOrder links={links} /> : <LinkList links={isWhole ? links : links.slice(0, INITIAL_LINKS)} shell={shell} />
      }
    </ListCard>
  );
}

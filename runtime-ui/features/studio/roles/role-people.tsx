import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryKeys, recordRoute, searchRecords, useSession, type ApiError, type PageResponse } from '../../../client/index.ts';
import { Button, ErrorState, SkeletonRows, StatusPill, t, TextLink } from '../../../kit/index.ts';

const PAGE = 25;
const MAX_PAGE = 1000;

interface Person {
  readonly _id: string;
  readonly name?: string;
  readonly userType?: string;
  readonly active?: boolean;
}

/** The users with a role, by name. */
export function RolePeople({ id }: { readonly id: string }) {
  const user = useSession((session) => session.user);
  const [pageSize, setPageSize] = useState(PAGE);
  const input = {
    searchTerms: { roles: id },
    fields: ['name', 'userType', 'active'],
    sortField: 'name',
    sortOrder: 'asc',
    pageNumber: 0,
    pageSize,
  } as const;
  const { data, error, refetch, isFetching } = useQuery<PageResponse<Person>, ApiError>({
    queryKey: queryKeys.list('users', input),
    queryFn: ({ signal }) => searchRecords<Person>('/api/users', input, signal),
    placeholderData: (previous) => previous,
  });
  if (error !== null && data === undefined)
    return (
      <ErrorState compact title={t('studioRoles.peopleFailed')} text={error.message} code={error.code} onRetry={() => void refetch()} />
    );
  if (data === undefined) return <SkeletonRows rows={5} columns={2} height={36} />;
  if (data.total === 0) return <p className="st-note">{t('studioRoles.nobody')}</p>;
  return (
    <>
      <table className="st-table" aria-label={t('studioRoles.tabs.people')}>
        <tbody>
          {data.data.map(({ _id, name, userType, active }) => (
            <tr key={_id}>
              <th scope="row">
                <TextLink href={recordRoute('users', _id, user)}>{name ?? _id}</TextLink>
              </th>
              <td>{userType}</td>
              <td>{active === false && <StatusPill hue="gray" label={t('studioRoles.inactive')} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {data.total > data.data.length && pageSize < MAX_PAGE && (
        <Button size="sm" variant="quiet" loading={isFetching} onClick={() => setPageSize(pageSize + PAGE)}>
          {t('studioRoles.showMore', { count: data.total - data.data.length })}
        </Button>
      )}
    </>
  );
}

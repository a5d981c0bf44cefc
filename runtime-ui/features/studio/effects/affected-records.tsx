import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AffectedRecordsPage } from '#engine/model/wire';
import { accessRoute, getAffectedRecords, queryKeys, recordRoute, type ApiError } from '../../../client/index.ts';
import { ErrorState, Pager, SkeletonRows, t, TextLink } from '../../../kit/index.ts';
import type { AffectedRightProps, ShownRecords } from './affected-contract.ts';

const PAGE = 25;

/** The records that one person gains or loses, each with the explanation of what they may do with it. */
export function AffectedRecordList({ changeSet, access, records }: AffectedRightProps & { readonly records: ShownRecords }) {
  const [page, setPage] = useState(0);
  const { user, change } = records;
  const { module, field, right } = access;
  const input = { user: user._id, change, module, field, right, pageNumber: page, pageSize: PAGE };
  const { data, error, refetch } = useQuery<AffectedRecordsPage, ApiError>({
    queryKey: queryKeys.affected(changeSet._id, changeSet._version, input),
    queryFn: ({ signal }) => getAffectedRecords(changeSet._id, input, signal),
    // The records were counted.
    staleTime: 60_000,
  });
  if (error !== null && data === undefined)
    return (
      <ErrorState compact title={t('studioAccess.recordsFailed')} text={error.message} code={error.code} onRetry={() => void refetch()} />
    );
  if (data === undefined) return <SkeletonRows rows={6} columns={2} height={36} />;
  if (data.total === 0) return <p className="st-note">{t('studioAccess.noRecords')}</p>;
  const title = t(change === 'gains' ? 'studioAccess.gainsOf' : 'studioAccess.losesOf', { name: user.name });
  return (
    <>
      <h3 className="se-title">{title}</h3>
      <ul className="se-records" aria-label={title}>
        {data.data.map(({ _id, name }) => (
          <li key={_id}>
            <TextLink href={recordRoute(module, _id)}>{name}</TextLink>
            <TextLink href={accessRoute({ user: user._id, module, id: _id })}>{t('studioAccess.explain', { name })}</TextLink>
          </li>
        ))}
      </ul>
      <Pager page={page} pageSize={PAGE} shown={data.data.length} total={data.total} onChange={setPage} />
    </>
  );
}

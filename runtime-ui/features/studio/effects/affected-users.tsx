import { useQuery } from '@tanstack/react-query';
import type { AffectedRecords, AffectedUser, AffectedUsersPage } from '#engine/model/wire';
import { accessRoute, getAffectedUsers, queryKeys, recordRoute, type ApiError } from '../../../client/index.ts';
import { Button, ErrorState, Pager, SkeletonRows, t, TextLink } from '../../../kit/index.ts';
import type { AffectedRightProps, ShownRecords } from './affected-contract.ts';
import { nameLevel } from './right-words.ts';

const PAGE = 20;

const COLUMNS = ['name', 'change'] as const;
const ALL_COLUMNS = [...COLUMNS, 'gained', 'lost'] as const;

/** Rights that are not about single records. */
const ON_MODULE: ReadonlySet<string> = new Set(['create', 'export', 'mass_update', 'assign_any_team']);

interface AffectedUserTableProps extends AffectedRightProps {
  readonly page: number;
  readonly onPage: (page: number) => void;
  readonly onRecords: (records: ShownRecords) => void;
}

/** The active users of a role, with what each of them gains and loses of a right. */
export function AffectedUserTable({ changeSet, access, page, onPage, onRecords }: AffectedUserTableProps) {
  const { role, module, field, right } = access;
  const isOnRecords = !ON_MODULE.has(right);
  const input = { role: role._id, module, field, right, pageNumber: page, pageSize: PAGE };
  const { data, error, refetch } = useQuery<AffectedUsersPage, ApiError>({
    queryKey: queryKeys.affected(changeSet._id, changeSet._version, input),
    queryFn: ({ signal }) => getAffectedUsers(changeSet._id, input, signal),
    // The records were counted.
    staleTime: 60_000,
  });
  if (error !== null && data === undefined)
    return (
      <ErrorState compact title={t('studioAccess.usersFailed')} text={error.message} code={error.code} onRetry={() => void refetch()} />
    );
  if (data === undefined) return <SkeletonRows rows={6} columns={4} height={40} />;
  if (data.total === 0) return <p className="st-note">{t('studioAccess.nobody')}</p>;
  return (
    <>
      <div className="st-scroll" tabIndex={0} role="group" aria-label={t('studioAccess.people')}>
        <table className="st-table se-users">
          <thead>
            <tr>
              {(isOnRecords ? ALL_COLUMNS : COLUMNS).map((column) => (
                <th key={column} scope="col">
                  {t(`studioAccess.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.data.map((user) => (
              <tr key={user._id}>
                <th scope="row">
                  <TextLink href={accessRoute({ user: user._id, module })}>{user.name}</TextLink>
                </th>
                <td>{describeChange(user)}</td>
                {isOnRecords && (
                  <>
                    <Records records={user.gained} module={module} shown={{ user, change: 'gains' }} onRecords={onRecords} />
                    <Records records={user.lost} module={module} shown={{ user, change: 'loses' }} onRecords={onRecords} />
                  </>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Pager page={page} pageSize={PAGE} shown={data.data.length} total={data.total} onChange={onPage} />
    </>
  );
}

function describeChange({ changes, before, after }: AffectedUser): string {
  if (!changes) return `${nameLevel(after)}, ${t('studioAccess.same')}`;
  return `${nameLevel(before)} → ${nameLevel(after)}`;
}

interface RecordsProps {
  readonly records: AffectedRecords | null;
  readonly module: string;
  readonly shown: ShownRecords;
  readonly onRecords: (records: ShownRecords) => void;
}

/** The number of records, which opens them, and examples. */
function Records({ records, module, shown, onRecords }: RecordsProps) {
  if (records === null) return <td className="st-note">{t('studioAccess.notCounted')}</td>;
  if (records.count === 0) return <td className="st-note">0</td>;
  const { change, user } = shown;
  const label = t('studioAccess.showRecords', { count: records.count, change: t(`studioAccess.${change}`), name: user.name });
  return (
    <td>
      <Button size="xs" variant="quiet" aria-label={label} onClick={() => onRecords(shown)}>
        {`${change === 'gains' ? '+' : '−'}${records.count.toLocaleString('en-US')}`}
      </Button>
      <span className="se-examples">
        {records.examples.map(({ _id, name }) => (
          <TextLink key={_id} href={recordRoute(module, _id)}>
            {name}
          </TextLink>
        ))}
      </span>
    </td>
  );
}

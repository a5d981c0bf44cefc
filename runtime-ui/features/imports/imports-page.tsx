import { FileUp } from 'lucide-react';
import { useState } from 'react';
import { toWords } from '#engine/model/values';
import { routePrefix, useSession } from '../../client/index.ts';
import { useModuleSummaries, useNamesById } from '../../headless/index.ts';
import { nameOfId } from '../../fields/values/index.ts';
import { ButtonLink, Card, EmptyState, ErrorState, PageHeader, Pager, SkeletonRows, t, usePageTitle } from '../../kit/index.ts';
import { ImportEntry } from './import-entry.tsx';
import { useImports } from './import-queries.ts';
import './imports.css';

/** `/app/imports`: the user's imports, for System Admins those of everyone. */
export function ImportsPage() {
  const user = useSession((session) => session.user);
  usePageTitle(t('imports.list.title'));
  return (
    <div className="iw-page">
      <PageHeader
        title={t('imports.list.title')}
        actions={
          <>
            <ButtonLink href={`${routePrefix(user)}/exports`}>{t('exports.list.title')}</ButtonLink>
            <ButtonLink variant="primary" icon={FileUp} href={`${routePrefix(user)}/imports/new`}>
              {t('imports.new')}
            </ButtonLink>
          </>
        }
      />
      <div className="iw-body">
        <p className="iw-note">{t('imports.list.help')}</p>
        <List />
      </div>
    </div>
  );
}

function List() {
  const [page, setPage] = useState(0);
  const { data, error, refetch, isPlaceholderData } = useImports(page);
  const user = useSession((session) => session.user);
  const modules = useModuleSummaries();
  const isAdmin = user?.userType === 'System Admin';
  const names = useNamesById('users', isAdmin ? (data?.data ?? []).map(({ createdBy }) => createdBy) : []);
  if (error !== null && data === undefined)
    return <ErrorState compact title={t('imports.list.failed')} text={error.message} code={error.code} onRetry={() => void refetch()} />;
  if (data === undefined) return <SkeletonRows rows={5} columns={2} height={56} />;
  const last = Math.max(Math.ceil(data.total / data.pageSize) - 1, 0);
  if (!isPlaceholderData && page > last) setPage(last);
  if (data.total === 0) return <EmptyState title={t('imports.list.none')} help={t('imports.list.noneHelp')} />;
  return (
    <>
      <Card className="iw-list-card">
        <ul>
          {data.data.map((view) => (
            <ImportEntry
              key={view._id}
              view={view}
              module={modules.find(({ name }) => name === view.module)?.label ?? toWords(view.module)}
              user={isAdmin ? nameOfId(names, view.createdBy) : undefined}
              href={`${routePrefix(user)}/imports/${view._id}`}
            />
          ))}
        </ul>
      </Card>
      {data.total > data.pageSize && (
        <Pager page={page} pageSize={data.pageSize} shown={data.data.length} total={data.total} onChange={setPage} />
      )}
    </>
  );
}

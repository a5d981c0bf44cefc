import { FileUp } from 'lucide-react';
import { toWords } from '#engine/model/values';
import type { ImportView } from '#engine/model/wire';
import { routePrefix, useSession } from '../../client/index.ts';
import { useModuleSummaries, useNamesById } from '../../headless/index.ts';
import { nameOfId } from '../../fields/values/index.ts';
import { ButtonLink, PageHeader, t, usePageTitle } from '../../kit/index.ts';
import { ImportEntry } from './import-entry.tsx';
import { useImports } from './import-queries.ts';
import { PagedList } from './paged-list.tsx';
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
  return (
    <PagedList usePage={useImports} failed={t('imports.list.failed')} none={t('imports.list.none')} noneHelp={t('imports.list.noneHelp')}>
      {(views) => <Entries views={views} />}
    </PagedList>
  );
}

function Entries({ views }: { readonly views: readonly ImportView[] }) {
  const user = useSession((session) => session.user);
  const modules = useModuleSummaries();
  const isAdmin = user?.userType === 'System Admin';
  const names = useNamesById('users', isAdmin ? views.map(({ createdBy }) => createdBy) : []);
  return views.map((view) => (
    <ImportEntry
      key={view._id}
      view={view}
      module={modules.find(({ name }) => name === view.module)?.label ?? toWords(view.module)}
      user={isAdmin ? nameOfId(names, view.createdBy) : undefined}
      href={`${routePrefix(user)}/imports/${view._id}`}
    />
  ));
}

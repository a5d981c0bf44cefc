import { Braces } from 'lucide-react';
import { useParams } from 'react-router';
import type { MenuDefinition } from '#engine/model/definitions';
import { ButtonLink, EmptyState, ErrorState, LoadingProgress, PageHeader, StatusPill, t, usePageTitle } from '../../../kit/index.ts';
import { useDefinition } from '../draft/use-definition.ts';
import { useDefinitions } from '../draft/use-definitions.ts';
import { STUDIO } from '../studio-sections.ts';
import { MenuEditor } from './menu-editor.tsx';
import '../studio-fields.css';

/** `/admin/studio/menus/:id`: the entries of a menu in the open draft. */
export function MenuPage() {
  const { id = '' } = useParams();
  const { definition, action, problems, error, isLoading, retry, change } = useDefinition('menu', id);
  const { list } = useDefinitions('module');
  const menu = definition as unknown as MenuDefinition | undefined;
  usePageTitle(menu?.name ?? t('studioMenus.title'));
  if (error !== undefined && menu === undefined)
    return <ErrorState title={t('studioFields.failedToLoad')} text={error.message} code={error.code} onRetry={retry} />;
  if (isLoading || (menu !== undefined && list === undefined)) return <LoadingProgress active />;
  if (menu === undefined)
    return (
      <EmptyState
        headingLevel={1}
        title={t('studioMenus.missing')}
        actions={<ButtonLink href={`${STUDIO}/menus`}>{t('studioMenus.title')}</ButtonLink>}
      />
    );
  const modules = (list ?? [])
    .filter((one) => one.action !== 'removed' && one.module?.active !== false)
    .map(({ name, label, module }) => ({ name, label, icon: module?.icon ?? 'table' }));
  return (
    <>
      <PageHeader
        title={menu.name}
        note={menu.userTypes.join(', ')}
        actions={
          <ButtonLink href={`${STUDIO}/json/menu/${encodeURIComponent(id)}`} icon={Braces}>
            {t('studioFields.json')}
          </ButtonLink>
        }
      >
        {action !== undefined && <StatusPill plain label={t(`studioFields.change.${action}`)} />}
      </PageHeader>
      <div className="ms-page sf-page" role="region" aria-label={menu.name} tabIndex={0}>
        <p className="sf-note">{t(menu.area === 'administration' ? 'studioMenus.helpAdministration' : 'studioMenus.help')}</p>
        {problems.map(({ path, cause }) => (
          <p key={`${path} ${cause}`} className="sf-problem">
            {cause}
          </p>
        ))}
        <MenuEditor menu={menu} modules={modules} onChange={(groups) => change({ ...menu, groups: [...groups] })} />
      </div>
    </>
  );
}

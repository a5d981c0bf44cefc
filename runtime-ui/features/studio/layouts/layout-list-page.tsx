import { useMemo, useState } from 'react';
import { LAYOUT_VIEWS, nameGeneratedLayout } from '#engine/model/definitions';
import { ErrorState, PageHeader, SearchInput, SkeletonRows, StatusPill, t, TextLink, usePageTitle } from '../../../kit/index.ts';
import { useDefinitions, type ListedDefinition } from '../draft/use-definitions.ts';
import { STUDIO } from '../studio-sections.ts';
import { nameApp } from './editor/layout-chooser.tsx';
import { listLayoutRows, type LayoutLink, type LayoutRow } from './model/layout-rows.ts';
import './editor/layouts.css';

function nameLink({ view, role, app }: LayoutLink): string {
  return [t(`studioLayout.view.${view}`), ...(role === null ? [] : [role]), ...(app === null ? [] : [nameApp(app)])].join(', ');
}

function Cell({ links, module }: { readonly links: readonly LayoutLink[]; readonly module: string }) {
  return (
    <td>
      <ul className="sl-cell-links">
        {links.map((link) => (
          <li key={link.id}>
            <TextLink
              href={`${STUDIO}/layouts/${encodeURIComponent(link.id)}`}
              aria-label={`${module}: ${nameLink(link)}`}
              data-generated={link.isGenerated || undefined}
            >
              {link.role ?? (link.isGenerated ? t('studioLayout.generated') : t('studioLayout.allRoles'))}
            </TextLink>
            {link.app !== null && <StatusPill plain label={nameApp(link.app)} />}
            {link.action !== undefined && <StatusPill hue="amber" label={t(`studioLayout.action.${link.action}`)} />}
          </li>
        ))}
      </ul>
    </td>
  );
}

function Table({ rows }: { readonly rows: readonly LayoutRow[] }) {
  return (
    <div className="sl-table-box" role="region" aria-label={t('studioLayout.title')} tabIndex={0}>
      <table className="sl-table">
        <thead>
          <tr>
            <th scope="col">{t('studioLayout.module')}</th>
            {LAYOUT_VIEWS.map((view) => (
              <th key={view} scope="col">
                {t(`studioLayout.view.${view}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, label, views }) => (
            <tr key={id}>
              <th scope="row">{label}</th>
              {LAYOUT_VIEWS.map((view) => (
                <Cell key={view} module={label} links={views[view]} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function toGenerated(module: ListedDefinition): Parameters<typeof listLayoutRows>[0][number] {
  return { id: module.id, name: module.name, label: module.label, generatedId: (view) => nameGeneratedLayout(module.id, view) };
}

/** `/admin/studio/layouts`: the layouts of all modules and views, with those of roles. */
export function LayoutListPage() {
  const modules = useDefinitions('module');
  const layouts = useDefinitions('layout');
  const [text, setText] = useState('');
  usePageTitle(t('studioLayout.title'));
  const { list: moduleList } = modules;
  const { list: layoutList } = layouts;
  const rows = useMemo(
    () => moduleList && layoutList && listLayoutRows(moduleList.map(toGenerated), layoutList, text),
    [moduleList, layoutList, text],
  );
  const error = modules.error ?? layouts.error;
  return (
    <>
      <PageHeader title={t('studioLayout.title')} />
      <div className="ms-page sl-list">
        <SearchInput label={t('studioLayout.search')} value={text} onChange={setText} />
        {error && rows === undefined ? (
          <ErrorState
            title={t('studioLayout.failed')}
            text={error.message}
            code={error.code}
            onRetry={() => {
              modules.retry();
              layouts.retry();
            }}
          />
        ) : rows === undefined ? (
          <SkeletonRows rows={10} columns={5} height={36} />
        ) : rows.length === 0 ? (
          <p className="sl-note">{t('studioLayout.noneFound')}</p>
        ) : (
          <Table rows={rows} />
        )}
      </div>
    </>
  );
}

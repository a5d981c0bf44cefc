import { TextInput } from '@mantine/core';
import { Search } from 'lucide-react';
import { useState } from 'react';
import type { ModuleDefinition } from '#engine/model/definitions';
import {
  EmptyState,
  ErrorState,
  findIcon,
  Icon,
  PageHeader,
  SkeletonRows,
  StatusPill,
  t,
  TextLink,
  usePageTitle,
} from '../../../kit/index.ts';
import { useDefinitions, type ListedDefinition } from '../draft/use-definitions.ts';
import '../studio-fields.css';

/** `/admin/studio/relationships`: all modules with the number of their relationships; each opens the relationships of the module. */
export function RelationshipsPage() {
  usePageTitle(t('studioFields.relationships.title'));
  const { list, error, retry } = useDefinitions('module');
  const [words, setWords] = useState('');
  const wanted = words.trim().toLowerCase();
  const shown = list?.filter(({ action, label, name }) => action !== 'removed' && `${label} ${name}`.toLowerCase().includes(wanted));
  return (
    <>
      <PageHeader title={t('studioFields.relationships.title')} />
      <div className="ms-page sf-page" role="region" aria-label={t('studioFields.relationships.title')} tabIndex={0}>
        <TextInput
          type="search"
          className="sf-search"
          aria-label={t('studioFields.relationships.find')}
          placeholder={t('studioFields.relationships.find')}
          leftSection={<Icon of={Search} size={14} />}
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
        {error !== undefined && list === undefined && (
          <ErrorState compact title={t('studioFields.failedToLoad')} text={error.message} code={error.code} onRetry={retry} />
        )}
        {error === undefined && shown === undefined && <SkeletonRows rows={8} columns={2} height={36} />}
        {shown?.length === 0 && <EmptyState compact title={t('studioFields.relationships.noneFound')} />}
        {shown !== undefined && shown.length > 0 && <ModuleTable modules={shown} />}
      </div>
    </>
  );
}

function countOf({ drafted, module }: ListedDefinition): number {
  const own = (drafted as unknown as ModuleDefinition | undefined)?.relationships;
  return drafted === undefined ? (module?.relationships ?? 0) : (own?.length ?? 0);
}

function ModuleTable({ modules }: { readonly modules: readonly ListedDefinition[] }) {
  return (
    <div className="sf-scroll">
      <table className="sf-table" aria-label={t('studioFields.relationships.title')}>
        <thead>
          <tr>
            {(['module', 'count', 'change'] as const).map((column) => (
              <th key={column} scope="col">
                {t(`studioFields.relationships.overview.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {modules.map((one) => (
            <tr key={one.id}>
              <th scope="row">
                <span className="sf-row-name">
                  <Icon of={findIcon(one.module?.icon ?? 'table')} />
                  <TextLink href={`/admin/studio/modules/${one.id}/relationships`}>{one.label}</TextLink>
                </span>
              </th>
              <td className="ms-tabular">{countOf(one)}</td>
              <td>{one.action !== undefined && <StatusPill plain label={t(`studioFields.change.${one.action}`)} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

import { Select } from '@mantine/core';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import type { ModuleDefinition } from '#engine/model/definitions';
import type { JsonObject } from '#engine/model/values';
import { EmptyState, ErrorState, Icon, PageHeader, SkeletonRows, t, TextLink } from '../../../kit/index.ts';
import { usePageTitle } from '../../../views/index.ts';
import { useDefinition } from '../draft/use-definition.ts';
import { useDefinitions, type ListedDefinition } from '../draft/use-definitions.ts';
import { RelationshipsOfModule } from './relationships-of-module.tsx';
import '../studio-fields.css';

/** `/admin/studio/relationships`: the modules with relationships, and those of a chosen one. */
export function RelationshipsPage() {
  usePageTitle(t('studioFields.relationships.title'));
  const { list, error, retry } = useDefinitions('module');
  const [id, setId] = useState<string>();
  const modules = list?.filter(({ action }) => action !== 'removed');
  return (
    <>
      <PageHeader title={t('studioFields.relationships.title')} />
      <div className="ms-page sf-page" role="region" aria-label={t('studioFields.relationships.title')} tabIndex={0}>
        {error !== undefined && list === undefined && (
          <ErrorState compact title={t('studioFields.failedToLoad')} text={error.message} code={error.code} onRetry={retry} />
        )}
        {error === undefined && modules === undefined && <SkeletonRows rows={8} columns={2} height={36} />}
        {modules !== undefined && (
          <>
            <Select
              className="sf-search"
              label={t('studioFields.relationships.choose')}
              rightSection={<Icon of={ChevronDown} />}
              searchable
              clearable
              nothingFoundMessage={t('views.fields.noMatch')}
              data={modules.map((one) => ({ value: one.id, label: one.label }))}
              value={id ?? null}
              onChange={(next) => setId(next ?? undefined)}
            />
            {id === undefined ? <Overview modules={modules} /> : <OfModule key={id} id={id} />}
          </>
        )}
      </div>
    </>
  );
}

function countOf({ drafted, module }: ListedDefinition): number {
  const own = (drafted as unknown as ModuleDefinition | undefined)?.relationships;
  return drafted === undefined ? (module?.relationships ?? 0) : (own?.length ?? 0);
}

function Overview({ modules }: { readonly modules: readonly ListedDefinition[] }) {
  const related = modules.filter((one) => countOf(one) > 0);
  if (related.length === 0) return <EmptyState compact title={t('studioFields.relationships.none')} />;
  return (
    <ul className="sf-list" aria-label={t('studioFields.relationships.title')}>
      {related.map((one) => (
        <li key={one.id}>
          <TextLink href={`/admin/studio/modules/${one.id}/relationships`}>{one.label}</TextLink>
          <span className="ms-muted">{t('studioFields.relationships.count', { count: countOf(one) })}</span>
        </li>
      ))}
    </ul>
  );
}

function OfModule({ id }: { readonly id: string }) {
  const { definition, change } = useDefinition('module', id);
  if (definition === undefined) return <SkeletonRows rows={4} columns={3} height={36} />;
  return (
    <RelationshipsOfModule module={definition as unknown as ModuleDefinition} onChange={(next) => change(next as unknown as JsonObject)} />
  );
}

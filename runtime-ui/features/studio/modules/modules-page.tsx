import { Select } from '@mantine/core';
import { ChevronDown, Plus } from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { ModuleDefinition } from '#engine/model/definitions';
import { queryKeys, searchRecords, useShell, type PageResponse } from '../../../client/index.ts';
import { ButtonLink, findIcon, Icon, StatusPill, t, TextLink } from '../../../kit/index.ts';
import { ChangeCell, DefinitionList, OwnerCell, ownerOf, OWNERS, type Owner } from '../definition-list.tsx';
import { useDefinitions, type ListedDefinition } from '../draft/use-definitions.ts';

const PAGE = '/admin/studio/modules';
const CHEVRON = <Icon of={ChevronDown} />;
const COLUMNS = ['module', 'kind', 'records', 'fields', 'owner', 'change'] as const;

/** `/admin/studio/modules`: all modules, with those of the draft. */
export function ModulesPage() {
  const definitions = useDefinitions('module');
  const [owner, setOwner] = useState<Owner | null>(null);
  return (
    <DefinitionList
      title={t('studioFields.modules.title')}
      definitions={definitions}
      note={definitions.list?.length.toLocaleString('en-US')}
      actions={
        <ButtonLink href={`${PAGE}/new`} variant="primary" icon={Plus}>
          {t('studioFields.modules.create')}
        </ButtonLink>
      }
      find={t('studioFields.modules.find')}
      matches={(one, words) => matches(one, words) && (owner === null || ownerOf(one) === owner)}
      filters={
        <Select
          aria-label={t('studioFields.modules.owner')}
          placeholder={t('studioFields.modules.allOwners')}
          rightSection={CHEVRON}
          clearable
          data={OWNERS.map((one) => ({ value: one, label: t(`studioFields.owner.${one}`) }))}
          value={owner}
          onChange={(next) => setOwner(next)}
        />
      }
      none={t('studioFields.modules.none')}
      columns={COLUMNS.map((column) => t(`studioFields.modules.column.${column}`))}
      renderRow={(one) => <ModuleRow key={one.id} module={one} />}
    />
  );
}

function matches({ label, name }: ListedDefinition, words: string): boolean {
  const text = `${label} ${name}`.toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** Whether an element was on the screen once: counts of hundreds of modules are not all read at once. */
function useWasVisible() {
  const element = useRef<HTMLTableCellElement>(null);
  const [wasVisible, setVisible] = useState(() => !('IntersectionObserver' in globalThis));
  useEffect(() => {
    const cell = element.current;
    if (wasVisible || cell === null) return undefined;
    // The last of several changes is how it is now.
    const observer = new IntersectionObserver((changes) => {
      if (changes.at(-1)?.isIntersecting === true) setVisible(true);
    });
    observer.observe(cell);
    return () => observer.disconnect();
  }, [wasVisible]);
  return { element, wasVisible };
}

/** The number of records of a published module. */
function RecordCount({ name }: { readonly name: string }) {
  const { element, wasVisible } = useWasVisible();
  const path = useShell().data?.modules.find((one) => one.name === name)?.path;
  const input = { pageNumber: 0, pageSize: 1, fields: ['_id'] };
  const { data } = useQuery<PageResponse>({
    queryKey: queryKeys.list(name, input),
    queryFn: ({ signal }) => searchRecords(path ?? '', input, signal),
    enabled: wasVisible && path !== undefined,
    retry: false,
    staleTime: 60_000,
  });
  return (
    <td ref={element} className="ms-tabular">
      {data?.total.toLocaleString('en-US') ?? ''}
    </td>
  );
}

function ModuleRow({ module: one }: { readonly module: ListedDefinition }) {
  const drafted = one.drafted as unknown as ModuleDefinition | undefined;
  const kind = drafted?.kind ?? (one.module?.moduleKind as ModuleDefinition['kind'] | undefined) ?? 'plain';
  const isActive = drafted === undefined ? one.module?.active !== false : drafted.active !== false;
  return (
    <tr data-removed={one.action === 'removed' || undefined}>
      <th scope="row">
        <span className="sf-row-name">
          <Icon of={findIcon(drafted?.icon ?? one.module?.icon ?? 'table')} />
          {one.action === 'removed' ? one.label : <TextLink href={`${PAGE}/${one.id}`}>{one.label}</TextLink>}
          <code className="ms-mono ms-muted">{drafted?.name ?? one.name}</code>
          {!isActive && <StatusPill plain label={t('studioFields.modules.inactive')} />}
          {one.module?.locked === true && <StatusPill plain label={t('studioFields.modules.locked')} />}
        </span>
      </th>
      <td>{t(`studioFields.kind.${kind}`)}</td>
      {one.action === 'added' ? <td /> : <RecordCount name={one.name} />}
      <td className="ms-tabular">{drafted?.fields.length ?? one.module?.fields ?? 0}</td>
      <OwnerCell of={one} />
      <ChangeCell of={one} />
    </tr>
  );
}

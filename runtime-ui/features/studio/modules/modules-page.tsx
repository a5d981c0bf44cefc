import { Select, TextInput } from '@mantine/core';
import { ChevronDown, Plus, Search } from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { ModuleDefinition } from '#engine/model/definitions';
import { queryKeys, searchRecords, useShell, type PageResponse } from '../../../client/index.ts';
import {
  ButtonLink,
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

const PAGE = '/admin/studio/modules';
const CHEVRON = <Icon of={ChevronDown} />;
const OWNERS = ['product', 'plugin', 'admin'] as const;
type Owner = (typeof OWNERS)[number];

/** Who defines a module: the engine is part of the product. */
export function ownerOf({ origin }: Pick<ListedDefinition, 'origin'>): Owner {
  return origin === 'engine' ? 'product' : origin;
}

/** `/admin/studio/modules`: all modules, with those of the draft. */
export function ModulesPage() {
  usePageTitle(t('studioFields.modules.title'));
  const { list, error, retry } = useDefinitions('module');
  const [words, setWords] = useState('');
  const [owner, setOwner] = useState<Owner | null>(null);
  const shown = list?.filter((one) => matches(one, words) && (owner === null || ownerOf(one) === owner));
  return (
    <>
      <PageHeader
        title={t('studioFields.modules.title')}
        note={list?.length.toLocaleString('en-US')}
        actions={
          <ButtonLink href={`${PAGE}/new`} variant="primary" icon={Plus}>
            {t('studioFields.modules.create')}
          </ButtonLink>
        }
      />
      <div className="ms-page sf-page" role="region" aria-label={t('studioFields.modules.title')} tabIndex={0}>
        <div className="sf-tools">
          <TextInput
            type="search"
            className="sf-search"
            aria-label={t('studioFields.modules.find')}
            placeholder={t('studioFields.modules.find')}
            leftSection={<Icon of={Search} size={14} />}
            value={words}
            onChange={(event) => setWords(event.currentTarget.value)}
          />
          <Select
            aria-label={t('studioFields.modules.owner')}
            placeholder={t('studioFields.modules.allOwners')}
            rightSection={CHEVRON}
            clearable
            data={OWNERS.map((one) => ({ value: one, label: t(`studioFields.owner.${one}`) }))}
            value={owner}
            onChange={(next) => setOwner(next)}
          />
        </div>
        {error !== undefined && list === undefined && (
          <ErrorState compact title={t('studioFields.failedToLoad')} text={error.message} code={error.code} onRetry={retry} />
        )}
        {error === undefined && list === undefined && <SkeletonRows rows={8} columns={4} height={36} />}
        {shown !== undefined && shown.length === 0 && <EmptyState compact title={t('studioFields.modules.none')} />}
        {shown !== undefined && shown.length > 0 && <ModuleTable modules={shown} />}
      </div>
    </>
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
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting === true) setVisible(true);
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

function ModuleTable({ modules }: { readonly modules: readonly ListedDefinition[] }) {
  return (
    <div className="sf-scroll">
      <table className="sf-table" aria-label={t('studioFields.modules.title')}>
        <thead>
          <tr>
            {(['module', 'kind', 'records', 'fields', 'owner', 'change'] as const).map((column) => (
              <th key={column} scope="col">
                {t(`studioFields.modules.column.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {modules.map((one) => (
            <ModuleRow key={one.id} module={one} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

const HUES = { added: 'green', changed: 'amber', removed: 'red' } as const;

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
      <td>
        {t(`studioFields.owner.${ownerOf(one)}`)}
        {one.plugin !== null && <span className="ms-muted"> {one.plugin}</span>}
        {one.customized && <span className="ms-muted">, {t('studioFields.modules.customized')}</span>}
      </td>
      <td>{one.action !== undefined && <StatusPill plain hue={HUES[one.action]} label={t(`studioFields.change.${one.action}`)} />}</td>
    </tr>
  );
}

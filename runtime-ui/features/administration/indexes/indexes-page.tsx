import { Select } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { INDEX_STATES, type IndexState } from '#engine/model/wire';
import { getIndexes, queryKeys, useShell, type ApiError, type IndexPage } from '../../../client/index.ts';
import { Button, Card, ErrorState, Icon, PageHeader, SkeletonRows, t, Tabs, usePageTitle } from '../../../kit/index.ts';
import { IndexRow } from './index-row.tsx';
import '../entries.css';
import './indexes.css';

const PAGE = 25;
const MAX_PAGE = 1000;
/** No module has this name. */
const ALL_MODULES = '*';
const TABS = [...INDEX_STATES, 'all'] as const;
type Tab = (typeof TABS)[number];

function IndexTable({ state, module }: { readonly state: IndexState | undefined; readonly module: string | undefined }) {
  const [pageSize, setPageSize] = useState(PAGE);
  const query = { state, module, pageSize };
  const { data, error, refetch, isFetching } = useQuery<IndexPage, ApiError>({
    queryKey: queryKeys.indexes(query),
    queryFn: ({ signal }) => getIndexes(query, signal),
    placeholderData: keepPreviousData,
  });
  if (error && data === undefined)
    return <ErrorState compact title={t('indexes.failedToLoad')} text={error.message} code={error.code} onRetry={() => void refetch()} />;
  if (data === undefined) return <SkeletonRows rows={6} columns={4} height={48} />;
  if (data.data.length === 0) return <p className="ma-none">{t('indexes.none')}</p>;
  return (
    <>
      <table className="ma-index-table" aria-label={t('indexes.table')}>
        <thead>
          <tr>
            {(['module', 'fields', 'reason', 'use', 'action'] as const).map((column) => (
              <th key={column} scope="col">
                {column === 'action' ? <span className="ms-visually-hidden">{t('indexes.action')}</span> : t(`indexes.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.data.map((index) => (
            <IndexRow key={`${index.module} ${index.fields.join(' ')}`} index={index} />
          ))}
        </tbody>
      </table>
      {data.total > data.data.length && pageSize < MAX_PAGE && (
        <Button variant="quiet" size="sm" loading={isFetching} onClick={() => setPageSize(Math.min(pageSize + PAGE, MAX_PAGE))}>
          {t('indexes.more', { count: data.total - data.data.length })}
        </Button>
      )}
    </>
  );
}

/** `/admin/indexes`: the indexes of all modules, how often queries used them, and dropping those that none used. */
export function IndexesPage() {
  const { data: shell } = useShell();
  const [tab, setTab] = useState<Tab>('unused');
  const [module, setModule] = useState<string | undefined>(undefined);
  usePageTitle(t('indexes.title'));
  const modules = (shell?.modules ?? []).map(({ name, label }) => ({ value: name, label }));
  return (
    <>
      <PageHeader title={t('indexes.title')} />
      <div className="ms-page ma-page ma-index-page">
        <p className="ma-note">{t('indexes.help')}</p>
        <Card>
          <Select
            className="ma-index-module"
            label={t('indexes.module')}
            data={[{ value: ALL_MODULES, label: t('indexes.allModules') }, ...modules]}
            value={module ?? ALL_MODULES}
            rightSection={<Icon of={ChevronDown} />}
            allowDeselect={false}
            searchable
            onChange={(next) => setModule(next === null || next === ALL_MODULES ? undefined : next)}
          />
          <Tabs
            label={t('indexes.show')}
            items={TABS.map((id) => ({ id, label: t(`indexes.tab.${id}`) }))}
            selected={tab}
            onSelect={(id) => setTab(id as Tab)}
          >
            <IndexTable key={`${tab} ${module ?? ''}`} state={tab === 'all' ? undefined : tab} module={module} />
          </Tabs>
        </Card>
      </div>
    </>
  );
}

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import {
  exportAuditLog,
  getErrorMessage,
  queryKeys,
  saveFile,
  searchAuditLog,
  type ApiError,
  type AuditLogPage as Page,
} from '../../../client/index.ts';
import { useRecordNamesById } from '../../../headless/index.ts';
import { Button, Card, EmptyState, ErrorState, PageHeader, showNotice, SkeletonRows, t, usePageTitle } from '../../../kit/index.ts';
import { ListPager } from '../list-pager.tsx';
import { AuditFilterForm } from './audit-filter-form.tsx';
import { changeFilter, readFilter, toSearchTerms, type AuditFilter } from './audit-query.ts';
import { AuditRow } from './audit-row.tsx';
import '../entries.css';
import './audit-log.css';

const PAGE = 25;
const COLUMNS = ['when', 'who', 'record', 'what', 'change'] as const;

interface ListProps {
  readonly filter: AuditFilter;
  readonly page: number;
  readonly onPage: (page: number) => void;
  readonly onClear: () => void;
}

function AuditList({ filter, page, onPage, onClear }: ListProps) {
  const terms = toSearchTerms(filter);
  const query = { pageNumber: page, pageSize: PAGE };
  const { data, error, refetch, isPlaceholderData } = useQuery<Page, ApiError>({
    queryKey: queryKeys.auditLog({ terms, ...query }),
    queryFn: ({ signal }) => searchAuditLog(terms, query, signal),
    placeholderData: keepPreviousData,
  });
  const authors = (data?.data ?? []).flatMap(({ changed_by: by, impersonated_by: impersonator }) => [by, impersonator]);
  const names = useRecordNamesById(
    'users',
    authors.filter((id) => id !== null),
  );
  if (error) return <ErrorState compact title={t('audit.failed')} text={error.message} code={error.code} onRetry={() => void refetch()} />;
  if (data === undefined) return <SkeletonRows rows={8} columns={5} height={44} />;
  if (data.total === 0 && Object.keys(filter).length === 0)
    return <EmptyState compact title={t('audit.none')} help={t('audit.noneHelp')} />;
  if (data.total === 0)
    return (
      <EmptyState
        compact
        title={t('audit.noMatch')}
        help={t('audit.noMatchHelp')}
        actions={<Button onClick={onClear}>{t('audit.clear')}</Button>}
      />
    );
  return (
    <>
      <table className="ma-audit-table" aria-label={t('audit.table')} aria-busy={isPlaceholderData}>
        <thead>
          <tr>
            {COLUMNS.map((column) => (
              <th key={column} scope="col">
                {t(`audit.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.data.map((entry) => (
            <AuditRow key={entry._id} entry={entry} names={names} />
          ))}
        </tbody>
      </table>
      <ListPager page={page} pageSize={PAGE} total={data.total} onPage={onPage} />
    </>
  );
}

/** `/admin/audit-log`: every change, by module, field, user, record, action and time; what the filter matches can be exported. */
export function AuditLogPage() {
  const [parameters, setParameters] = useSearchParams();
  const [isExporting, setExporting] = useState(false);
  const filter = readFilter(parameters);
  const page = Math.max(0, Math.trunc(Number(parameters.get('page') ?? '1')) - 1 || 0);
  usePageTitle(t('audit.title'));
  const exportAll = () => {
    setExporting(true);
    exportAuditLog(toSearchTerms(filter))
      .then(
        (file) => {
          saveFile(file);
          showNotice({ kind: 'ok', text: t('audit.exported') });
        },
        (error: unknown) => showNotice({ kind: 'error', text: getErrorMessage(error) }),
      )
      .finally(() => setExporting(false));
  };
  const goTo = (next: number) => {
    const moved = changeFilter(filter, {});
    if (next > 0) moved.set('page', String(next + 1));
    setParameters(moved);
  };
  return (
    <>
      <PageHeader
        title={t('audit.title')}
        actions={
          <Button size="sm" icon={Download} loading={isExporting} onClick={exportAll}>
            {t('audit.export')}
          </Button>
        }
      />
      <div className="ms-page ma-page ma-audit-page">
        <p className="ma-note">{t('audit.help')}</p>
        <Card>
          <AuditFilterForm filter={filter} onChange={(change) => setParameters(changeFilter(filter, change), { replace: true })} />
          <AuditList filter={filter} page={page} onPage={goTo} onClear={() => setParameters({})} />
        </Card>
      </div>
    </>
  );
}

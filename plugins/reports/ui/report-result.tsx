import type { ModuleView } from '#engine/model';
import {
  EmptyState,
  ErrorState,
  findField,
  formatValue,
  recordName,
  SkeletonRows,
  textOf,
  useModuleView,
  useRecordGroups,
  useRecordSearch,
  type RecordData,
  type RecordGroup,
  type RecordSlotProps,
} from '#ui';
import { buildReportQuery, isDate, listReportColumns, readReportTerms, type GroupQuery, type Measure } from '../shared/group-query.ts';
import { formatFigure, useGroupLabels } from './group-labels.ts';
import { ResultTable, type ResultColumn } from './result-table.tsx';
import { tResults } from './texts.ts';

/** Records that a report without groups shows. */
const MAX_ROWS = 100;

interface ReportProps {
  readonly module: ModuleView;
  readonly report: RecordData;
}

function labelOf(module: ModuleView, name: string): string {
  return findField(module, name)?.label ?? name;
}

function headingOf(module: ModuleView, { kind, field }: Measure): string {
  return field === undefined ? tResults('records') : tResults(kind, { field: labelOf(module, field).toLowerCase() });
}

/** Dates in order of time; other groups by their first figure. */
function sortGroups(module: ModuleView, query: GroupQuery, groups: readonly RecordGroup[]): readonly RecordGroup[] {
  if (query.by.some(({ field }) => isDate(module, field))) return groups;
  const figure = (query.measures[1] ?? query.measures[0])?.name ?? '';
  return [...groups].sort((one, other) => (other.measures[figure] ?? 0) - (one.measures[figure] ?? 0));
}

function GroupedResult({ module, report, query }: ReportProps & { readonly query: GroupQuery }) {
  const { data, error, refetch } = useRecordGroups(module, query);
  const groups = data?.data ?? [];
  const labelOfKey = useGroupLabels(module, query, groups);
  if (error) return <ErrorState title={tResults('failed')} text={error.message} code={error.code} onRetry={() => void refetch()} />;
  if (data === undefined) return <SkeletonRows rows={6} />;
  if (groups.length === 0) return <EmptyState title={tResults('none')} help={tResults('noneHelp')} />;
  const limit = typeof report['row_limit'] === 'number' ? report['row_limit'] : Infinity;
  const columns: readonly ResultColumn[] = [
    ...query.by.map(({ field }) => ({ id: field, label: labelOf(module, field) })),
    ...query.measures.map((measure) => ({ id: measure.name, label: headingOf(module, measure), isFigure: true })),
  ];
  const rows = sortGroups(module, query, groups)
    .slice(0, limit)
    .map((group) => ({
      id: JSON.stringify(group.keys),
      cells: [
        ...query.by.map((_, at) => labelOfKey(group, at)),
        ...query.measures.map(({ name, field }) => formatFigure(module, field, group.measures[name])),
      ],
    }));
  const total = groups.reduce((sum, { measures }) => sum + (measures['count'] ?? 0), 0);
  const foot = query.by.map((_, at) => (at === 0 ? tResults('total') : ''));
  return <ResultTable label={textOf(report['name'])} columns={columns} rows={rows} foot={[...foot, total.toLocaleString('en-US')]} />;
}

function ListedResult({ module, report }: ReportProps) {
  const columns = listReportColumns(module, report);
  const sort = typeof report['sort_field'] === 'string' ? report['sort_field'] : '';
  const relates = columns.filter((name) => (findField(module, name)?.refs.length ?? 0) > 0);
  const limit = typeof report['row_limit'] === 'number' ? Math.min(report['row_limit'], MAX_ROWS) : MAX_ROWS;
  const { data, error, refetch } = useRecordSearch(module, {
    searchTerms: readReportTerms(report),
    fields: [...new Set([module.nameField, ...columns])],
    ...(relates.length > 0 ? { populate: relates } : {}),
    ...(findField(module, sort)?.sortable === true
      ? { sortField: sort, sortOrder: report['sort_descending'] === true ? 'desc' : 'asc' }
      : {}),
    pageNumber: 0,
    pageSize: limit,
  });
  if (error) return <ErrorState title={tResults('failed')} text={error.message} code={error.code} onRetry={() => void refetch()} />;
  if (data === undefined) return <SkeletonRows rows={6} />;
  if (data.data.length === 0) return <EmptyState title={tResults('none')} help={tResults('noneHelp')} />;
  const rows = data.data.map((record) => ({
    id: record._id,
    cells: columns.map((name) => {
      const field = findField(module, name);
      if (name === module.nameField || field === undefined) return recordName(module, record);
      return formatValue(module, field, record[name] ?? null);
    }),
  }));
  return (
    <>
      <ResultTable label={textOf(report['name'])} columns={columns.map((id) => ({ id, label: labelOf(module, id) }))} rows={rows} />
      {data.total > limit && <p className="rr-note">{tResults('first', { count: limit })}</p>}
    </>
  );
}

function Result({ name, report }: { readonly name: string; readonly report: RecordData }) {
  const { data: module, error, refetch } = useModuleView(name);
  if (error?.status === 403 || error?.status === 404) return <EmptyState title={tResults('noModule')} help={tResults('noModuleHelp')} />;
  if (error) return <ErrorState title={tResults('failed')} text={error.message} code={error.code} onRetry={() => void refetch()} />;
  if (module === undefined) return <SkeletonRows rows={6} />;
  const query = buildReportQuery(module, report);
  return query === undefined ? (
    <ListedResult module={module} report={report} />
  ) : (
    <GroupedResult module={module} report={report} query={query} />
  );
}

/** The result of a report, as a table. */
export function ReportResult({ record }: RecordSlotProps) {
  const name = record['related_module'];
  return (
    <div className="rr-result">
      {typeof name === 'string' && name !== '' ? (
        <Result name={name} report={record} />
      ) : (
        <EmptyState title={tResults('noModule')} help={tResults('noModuleHelp')} />
      )}
    </div>
  );
}

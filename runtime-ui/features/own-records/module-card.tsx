import { useQuery } from '@tanstack/react-query';
import { lowercaseLabel, toText } from '#engine/model/values';
import type { ModuleSummary, ModuleView, ShellView } from '#engine/model/wire';
import {
  ApiError,
  moduleRoute,
  queryKeys,
  recordRoute,
  searchRecords,
  getErrorMessage,
  useModuleView,
  type RecordData,
  type SearchInput,
} from '../../client/index.ts';
import { countDaysLate, countDaysSince, describeDaysLate } from '../../fields/values/index.ts';
import { findStatusField, isWorkModule, searchOpenItems } from '../../headless/index.ts';
import { Card, EmptyState, ErrorState, formatDay, SkeletonRows, StatusPill, t, TextLink } from '../../kit/index.ts';

const SHOWN = 5;
const INPUT: SearchInput = { pageNumber: 0, pageSize: SHOWN, sortField: 'updatedAt', sortOrder: 'desc' };

/** Open work items by due date; in other modules the records changed last. */
function inputFor(module: ModuleSummary): SearchInput {
  return isWorkModule(module) ? searchOpenItems(module, SHOWN) : INPUT;
}

/** The first field of a type among the columns of the grid, which are the most important fields. */
function firstColumn(view: ModuleView | undefined, types: readonly string[]) {
  const columns = view?.layouts.grid?.sections.flatMap((section) => section.fields) ?? [];
  return columns.flatMap(
    (column) => view?.fields.find((field) => field.fieldName === column.fieldName && types.includes(field.inputType)) ?? [],
  )[0];
}

function Status({ view, record }: { readonly view: ModuleView | undefined; readonly record: RecordData }) {
  const field = view && (findStatusField(view) ?? firstColumn(view, ['Dropdown']));
  const option =
    field?.dropdown === undefined
      ? undefined
      : view?.dropdowns[field.dropdown]?.options.find((candidate) => candidate.value === record[field.fieldName]);
  return option ? <StatusPill label={option.label} hue={option.hue ?? 'gray'} /> : null;
}

function Line({
  record,
  module,
  view,
  shell,
}: {
  readonly record: RecordData;
  readonly module: ModuleSummary;
  readonly view: ModuleView | undefined;
  readonly shell: ShellView;
}) {
  const field = firstColumn(view, ['Date', 'DateTime']);
  const day = toText(record[field?.fieldName ?? '']);
  const late = view === undefined || field?.deadline !== true ? 0 : countDaysLate(view, field, record);
  const name = toText(record[module.nameField]) || toText(record['name']) || module.labelSingular;
  return (
    <li className="ms-line">
      <TextLink look="name" className="ms-clip" href={recordRoute(module.name, record._id, shell.user)}>
        {name}
      </TextLink>
      <Status view={view} record={record} />
      {day !== '' && (
        <span
          className={`ms-line-end ${late > 0 ? 'ms-overdue' : ''} ${field?.deadline === true && countDaysSince(day) === 0 ? 'ms-strong' : ''}`}
        >
          {formatDay(day)}
          {describeDaysLate(late)}
        </span>
      )}
    </li>
  );
}

/** The latest records of one module that the user may see. */
export function ModuleCard({
  label,
  module,
  shell,
}: {
  readonly label: string;
  readonly module: ModuleSummary;
  readonly shell: ShellView;
}) {
  const { data: view } = useModuleView(module.name);
  const input = inputFor(module);
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.list(module.name, input),
    queryFn: ({ signal }) => searchRecords(module.path, input, signal),
  });
  const action =
    data && data.total > 0 ? <TextLink href={moduleRoute(module.name, shell.user)}>{t('frame.own.showAll')}</TextLink> : undefined;
  return (
    <Card title={label} note={data && data.total > 0 ? data.total.toLocaleString('en-US') : undefined} action={action}>
      {!data && !error && <SkeletonRows rows={3} columns={2} />}
      {!data && error && (
        <ErrorState
          compact
          title={t('frame.dashboard.failed')}
          text={getErrorMessage(error)}
          onRetry={() => void refetch()}
          {...(error instanceof ApiError ? { code: error.code } : {})}
        />
      )}
      {data?.total === 0 && (
        <EmptyState
          compact
          headingLevel={3}
          title={t('frame.own.empty', { module: lowercaseLabel(label) })}
          help={t('frame.own.emptyHelp')}
        />
      )}
      {data && data.total > 0 && (
        <ul className="ms-lines">
          {data.data.map((record) => (
            <Line key={record._id} record={record} module={module} view={view} shell={shell} />
          ))}
        </ul>
      )}
    </Card>
  );
}

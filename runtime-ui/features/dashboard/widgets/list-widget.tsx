import { lowercaseLabel, toText } from '#engine/model/values';
import type { FieldView, ModuleView } from '#engine/model/wire';
import { moduleRoute, recordRoute, type RecordData } from '../../../client/index.ts';
import type { WidgetProps } from '../../../extensions/index.ts';
import { formatValue } from '../../../fields/values/index.ts';
import { findDropdown, findStatusField, isRelating, layoutItems, recordName, useRecordSearch } from '../../../headless/index.ts';
import { EmptyState, ErrorState, formatDay, SkeletonRows, StatusPill, t, TextLink } from '../../../kit/index.ts';
import { filterByDashboard, joinTerms, useWidgetView, type NoView, type WidgetView } from './use-widget-view.ts';

const ROWS = 8;

/** What is shown instead of the records of a widget. */
export function MissingView({ reason }: { readonly reason: NoView }) {
  if (reason === 'loading') return <SkeletonRows rows={5} columns={2} />;
  const [title, help] =
    reason === 'view' ? [t('widgets.viewGone'), t('widgets.viewGoneHelp')] : [t('widgets.noModule'), t('widgets.noModuleHelp')];
  return <EmptyState compact headingLevel={3} title={title} help={help} />;
}

/** The fields beside the name: a status, and the first date of the grid. */
function pickColumns(module: ModuleView): { readonly status: FieldView | undefined; readonly date: FieldView | undefined } {
  const columns = layoutItems(module, 'grid').flatMap(({ field }) => (field === undefined ? [] : [field]));
  return {
    status: findStatusField(module) ?? columns.find(({ inputType }) => inputType === 'Dropdown'),
    date: columns.find(({ inputType, fieldName }) => (inputType === 'Date' || inputType === 'DateTime') && fieldName !== 'updatedAt'),
  };
}

function Line({ shell, view, record }: Pick<WidgetProps, 'shell'> & { readonly view: WidgetView; readonly record: RecordData }) {
  const { module } = view;
  const { status, date } = pickColumns(module);
  const option = status && findDropdown(module, status)?.options.find(({ value }) => value === record[status.fieldName]);
  const day = date === undefined ? '' : toText(record[date.fieldName]);
  return (
    <li className="ms-line">
      <TextLink look="name" className="ms-clip" href={recordRoute(module.name, record._id, shell.user)}>
        {recordName(module, record) || module.labelSingular}
      </TextLink>
      {option && <StatusPill label={option.label} hue={option.hue ?? 'gray'} />}
      {!option && status !== undefined && isRelating(status) && (
        <span className="ms-clip">{formatValue(module, status, record[status.fieldName])}</span>
      )}
      {day !== '' && <span className="ms-line-end">{formatDay(day)}</span>}
    </li>
  );
}

function Records({ shell, settings, filters, view }: WidgetProps & { readonly view: WidgetView }) {
  const { module, sort } = view;
  const terms = joinTerms([view.terms, ...filterByDashboard(module, filters)]);
  const rows = typeof settings['rows'] === 'number' ? settings['rows'] : ROWS;
  const { data, error, refetch } = useRecordSearch(module, { pageNumber: 0, pageSize: rows, searchTerms: terms, ...sort });
  if (data === undefined)
    return error === null ? (
      <SkeletonRows rows={Math.min(rows, 8)} columns={2} />
    ) : (
      <ErrorState compact title={t('frame.dashboard.failed')} text={error.message} code={error.code} onRetry={() => void refetch()} />
    );
  const things = lowercaseLabel(module.label);
  if (data.total === 0) return <EmptyState compact headingLevel={3} title={t('widgets.none', { things })} help={t('widgets.noneHelp')} />;
  const query = new URLSearchParams(
    filterByDashboard(module, filters).length === 0 ? { view: view.name } : { filter: JSON.stringify(terms) },
  ).toString();
  return (
    <>
      <p className="ms-widget-note">
        <span>{data.total.toLocaleString('en-US')}</span>
        <TextLink href={`${moduleRoute(module.name, shell.user)}?${query}`} aria-label={`${module.label}: ${t('widgets.openAll')}`}>
          {t('widgets.openAll')}
        </TextLink>
      </p>
      <ul className="ms-lines">
        {data.data.map((record) => (
          <Line key={record._id} shell={shell} view={view} record={record} />
        ))}
      </ul>
    </>
  );
}

/** The first records of a view. */
export function ListWidget(props: WidgetProps) {
  const view = useWidgetView(props);
  return typeof view === 'string' ? <MissingView reason={view} /> : <Records {...props} view={view} />;
}

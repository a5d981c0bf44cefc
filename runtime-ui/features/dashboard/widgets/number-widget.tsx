import { TrendingDown, TrendingUp } from 'lucide-react';
import { lowercaseLabel, toText, type JsonObject } from '#engine/model/values';
import type { WidgetProps } from '../../../extensions/index.ts';
import { daysBetween, formatValue } from '../../../fields/values/index.ts';
import { addDays } from '../../../headless/calendar/index.ts';
import { findField, listRoute, useRecordGroups } from '../../../headless/index.ts';
import { ErrorState, Icon, SkeletonBar, t, TextLink } from '../../../kit/index.ts';
import { MissingView } from './list-widget.tsx';
import { filterByDashboard, joinTerms, useWidgetView, type WidgetView } from './use-widget-view.ts';

/** The most points of a trend. */
const POINTS = 24;
/** The most days of a range that is compared with as many days before: the server answers with at most 1,000 groups. */
const MOST_COMPARED = 450;

interface Point {
  /** The first day of the period. */
  readonly day: string;
  readonly value: number;
}

function sumOf(points: readonly Point[]): number {
  return points.reduce((sum, { value }) => sum + value, 0);
}

type Range = Pick<WidgetProps['filters'], 'from' | 'to'>;

/** The days of a range that is short enough to be compared with as many days before; undefined: it is not compared. */
export function daysToCompare({ from, to }: Range): number | undefined {
  const days = from === undefined || to === undefined ? undefined : daysBetween(from, to) + 1;
  return days === undefined || days > MOST_COMPARED ? undefined : days;
}

/** The figure of a range, and that of as many days before it. */
export function compareWithBefore(points: readonly Point[], range: Range) {
  const days = daysToCompare(range);
  const { from } = range;
  if (days === undefined || from === undefined) return { value: sumOf(points), before: undefined, days: 0, shown: points };
  const shown = points.filter(({ day }) => day >= from);
  return { value: sumOf(shown), before: sumOf(points.filter(({ day }) => day < from)), days, shown };
}

/** The line through the last points, as a picture. */
function Trend({ points, name }: { readonly points: readonly Point[]; readonly name: string }) {
  const shown = points.slice(-POINTS);
  if (shown.length < 3) return null;
  const most = Math.max(...shown.map(({ value }) => value), 1);
  const steps = shown.map(({ value }, at) => `${((at / (shown.length - 1)) * 96 + 2).toFixed(1)},${(28 - (value / most) * 24).toFixed(1)}`);
  return (
    <svg className="ms-number-trend" viewBox="0 0 100 32" role="img" aria-label={t('widgets.trend', { name })} preserveAspectRatio="none">
      <polygon points={`2,31 ${steps.join(' ')} 98,31`} />
      <polyline points={steps.join(' ')} />
    </svg>
  );
}

function Change({ value, before, days }: { readonly value: number; readonly before: number; readonly days: number }) {
  const change = value - before;
  const count = Math.abs(change).toLocaleString('en-US', { maximumFractionDigits: 2 });
  const key = change === 0 ? 'same' : change > 0 ? 'more' : 'less';
  return (
    <p className="ms-number-change">
      {change !== 0 && <Icon of={change > 0 ? TrendingUp : TrendingDown} />}
      <strong>{t(`widgets.${key}`, { count })}</strong> {t(change === 0 ? 'widgets.asBefore' : 'widgets.before', { count: days })}
    </p>
  );
}

function Figure({ shell, settings, filters, title, view }: WidgetProps & { readonly view: WidgetView }) {
  const { module } = view;
  const { from } = filters;
  const compared = daysToCompare(filters);
  const field = settings['shows'] === 'sum' ? findField(module, toText(settings['field'])) : undefined;
  // As many days before the range are read with it, to compare.
  const start = compared === undefined || from === undefined ? from : addDays(from, -compared);
  const read: JsonObject = joinTerms([
    view.terms,
    ...filterByDashboard(module, { ...filters, ...(start === undefined ? {} : { from: start }) }),
  ]);
  const { data, error, refetch } = useRecordGroups(module, {
    by: [{ field: 'createdAt', unit: compared === undefined ? 'month' : 'day' }],
    measures: [field === undefined ? { name: 'figure', kind: 'count' } : { name: 'figure', kind: 'sum', field: field.fieldName }],
    searchTerms: read,
  });
  if (data === undefined)
    return error === null ? (
      <SkeletonBar width="120px" />
    ) : (
      <ErrorState compact title={t('frame.dashboard.failed')} text={error.message} code={error.code} onRetry={() => void refetch()} />
    );
  const points = data.data.map(({ keys: [key], measures }) => ({ day: String(key ?? '').slice(0, 10), value: measures['figure'] ?? 0 }));
  const { value, before, days, shown } = compareWithBefore(points, filters);
  const text = field === undefined ? value.toLocaleString('en-US') : formatValue(module, field, Math.round(value * 100) / 100);
  const href = listRoute(module.name, joinTerms([view.terms, ...filterByDashboard(module, filters)]), shell.user);
  return (
    <div className="ms-number">
      <TextLink look="bare" className="ms-number-figure" href={href} aria-label={`${title}: ${text} ${lowercaseLabel(module.label)}`}>
        {text}
      </TextLink>
      <div className="ms-number-end">
        {before !== undefined && <Change value={value} before={before} days={days} />}
        <Trend points={shown} name={title} />
      </div>
    </div>
  );
}

/** The number of records of a view, or the sum of a field, with its trend. */
export function NumberWidget(props: WidgetProps) {
  const view = useWidgetView(props);
  return typeof view === 'string' ? <MissingView reason={view} /> : <Figure {...props} view={view} />;
}

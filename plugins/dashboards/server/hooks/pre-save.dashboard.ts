import type { PluginRouteContext, PreSaveContext } from '#engine';
import { COLUMNS, MOST_ROWS, MOST_WIDGETS, type CopyInput } from '../../shared/contract.ts';
import { readLayout, type LayoutEntry } from '../../shared/stored.ts';
import { assertOwn } from './assert-own.ts';

/** A dashboard belongs to who creates it, and places each of its widgets once, inside its columns and over no other. */
export async function checkDashboard(context: PreSaveContext<'userDashboards'>): Promise<void> {
  const { event, draft, unit } = context;
  assertOwn(context);
  if (event.isBulkLoad || !event.isEdit() || !event.changed().has('dashboard_layout')) return;
  const layout = readLayout(draft);
  if (layout.length === 0) return;
  const widgets = await unit.find('userDashboardReports', { dashboard: event.id }, { limit: MOST_WIDGETS });
  const message = describeLayoutProblem(layout, new Set(widgets.map(({ _id }) => _id)));
  if (message === undefined) return;
  const code = 'dashboard_layout_invalid';
  context.refuse(code, { message, details: [{ field: 'dashboard_layout', code, message }] });
}

/** Refuses new widgets that cannot be placed so. */
export function assertPlaces({ refuse }: Pick<PluginRouteContext, 'refuse'>, widgets: CopyInput['widgets']): void {
  const places = widgets.map(({ place }, at) => ({ id: String(at), ...place }));
  const message = describeLayoutProblem(places, new Set(places.map(({ id }) => id)));
  if (message !== undefined) refuse('dashboard_layout_invalid', { message });
}

/** Why widgets cannot be placed so; undefined: they can. */
function describeLayoutProblem(layout: readonly LayoutEntry[], widgets: ReadonlySet<string>): string | undefined {
  const ids = layout.map(({ id }) => id);
  if (ids.some((id) => !widgets.has(id))) return 'The layout names a widget that is not on this dashboard.';
  if (new Set(ids).size < ids.length) return 'The layout places a widget twice.';
  if (layout.some(({ column, row, width }) => column < 0 || row < 0 || column + width > COLUMNS))
    return `Widgets must be inside the ${COLUMNS} columns.`;
  if (layout.some(({ width, height }) => width < 1 || height < 1 || height > MOST_ROWS))
    return `A widget is 1 to ${COLUMNS} columns wide and 1 to ${MOST_ROWS} rows high.`;
  return layout.some((one, at) => layout.slice(at + 1).some((other) => overlaps(one, other))) ? 'Two widgets overlap.' : undefined;
}

function overlaps(one: LayoutEntry, other: LayoutEntry): boolean {
  return (
    one.column < other.column + other.width &&
    other.column < one.column + one.width &&
    one.row < other.row + other.height &&
    other.row < one.row + one.height
  );
}

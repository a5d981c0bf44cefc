import type { PluginRouteContext } from '#engine';
import type { ShownWidget } from '../shared/contract.ts';

function linkOf({ chart, report }: ShownWidget): { readonly module: string; readonly id: string } | undefined {
  if (chart !== null) return { module: 'reportCharts', id: chart };
  return report === null ? undefined : { module: 'reports', id: report };
}

/** Widgets without a title get the name of their chart or report, if the reader may see it. */
export async function nameWidgets(
  { records, actor }: PluginRouteContext,
  widgets: readonly ShownWidget[],
): Promise<readonly ShownWidget[]> {
  const links = widgets.flatMap((widget) => (widget.title === '' ? (linkOf(widget) ?? []) : []));
  if (links.length === 0) return widgets;
  const names = await records.names(actor, links);
  return widgets.map((widget) => {
    const link = widget.title === '' ? linkOf(widget) : undefined;
    return link === undefined ? widget : { ...widget, title: names.get(`${link.module}:${link.id}`)?.name ?? '' };
  });
}

import { toText, type JsonObject } from '#engine/model/values';
import type { SortDefinition } from '#engine/model/definitions';
import type { ModuleSummary, ModuleView } from '#engine/model/wire';
import { findModule, useModuleView } from '../../../client/index.ts';
import type { WidgetProps } from '../../../extensions/index.ts';
import { findField, listViewTabs, useSavedViews } from '../../../headless/index.ts';

/** The records that a widget shows. */
export interface WidgetView {
  readonly summary: ModuleSummary;
  readonly module: ModuleView;
  readonly terms: JsonObject;
  readonly sort: SortDefinition | undefined;
  /** The name of the view in the address of the list. */
  readonly name: string;
}

/** What there is instead of records: nothing yet, no module that the user may open, or a view that is gone. */
export type NoView = 'loading' | 'module' | 'view';

/** The filter of a dashboard on the records of a module: by the day on which they were created, and by their teams if they have any. */
export function filterByDashboard(module: ModuleView, { from, to, teams }: WidgetProps['filters']): readonly JsonObject[] {
  const range = { ...(from === undefined ? {} : { gte: from }), ...(to === undefined ? {} : { lte: to }) };
  return [
    ...(Object.keys(range).length === 0 ? [] : [{ createdAt: { range } }]),
    ...(teams.length === 0 || findField(module, 'teams') === undefined ? [] : [{ teams: { in: [...teams] } }]),
  ];
}

/** All filters must hold; empty ones say nothing. */
export function joinTerms(filters: readonly JsonObject[]): JsonObject {
  const saying = filters.filter((filter) => Object.keys(filter).length > 0);
  return saying.length === 0 ? {} : saying.length === 1 ? (saying[0] ?? {}) : { and: saying };
}

/** The module and the filter of the view that the settings of a widget name. */
export function useWidgetView({ shell, settings }: Pick<WidgetProps, 'shell' | 'settings'>): WidgetView | NoView {
  const name = toText(settings['view']) || 'all';
  const summary = findModule(shell, toText(settings['module']));
  const { data: module, error } = useModuleView(summary?.name ?? '', summary !== undefined);
  const tab = module && listViewTabs(module).find((one) => one.name === name);
  const isSaved = module !== undefined && tab === undefined;
  const saved = useSavedViews(summary?.name ?? '', isSaved);
  if (summary === undefined || (error !== null && module === undefined)) return 'module';
  if (module === undefined) return 'loading';
  if (tab !== undefined) return { summary, module, terms: tab.terms, sort: tab.sort, name };
  if (saved.data === undefined) return saved.error === null ? 'loading' : 'view';
  const view = saved.data.data.find(({ _id }) => _id === name);
  return view === undefined ? 'view' : { summary, module, terms: view.filter, sort: view.sort[0], name };
}

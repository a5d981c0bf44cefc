import { useEffect, useRef, useState } from 'react';
import type { ModuleView, ShellView } from '#engine/model';
import {
  callApi,
  createRecord,
  getErrorMessage,
  markDeleted,
  placeTiles,
  showNotice,
  updateRecord,
  useInvalidateRecords,
  useModuleQuery,
  useSaveFeedback,
  useAction,
  type DashboardWidget,
  type TilePlace,
} from '#ui';
import type { CopyInput, ShownDashboard, ShownDashboards, ShownWidget } from '../shared/contract.ts';
import { toTiles } from './widget-grid.tsx';
import { titleOf } from './widget-tile.tsx';
import type { WidgetDraft } from './widget-dialogs.tsx';
import { tDashboards } from './texts.ts';
import type { WidgetKinds } from './use-widgets.ts';

const DASHBOARDS = '/api/user-dashboards';
const WIDGETS = '/api/user-dashboard-reports';
/** Milliseconds after the last move before the layout is saved. */
const SAVE_AFTER = 700;

/** The dashboards of the user and the one that is shown; `id`: the one that was asked for. */
export function useShownDashboards(id: string | undefined) {
  return useModuleQuery<ShownDashboards>('userDashboards', { shown: id ?? '' }, (signal) =>
    callApi<ShownDashboards>('GET', `${DASHBOARDS}/shown`, { signal, ...(id === undefined ? {} : { query: { dashboard: id } }) }),
  );
}

function report(error: unknown): void {
  showNotice({ kind: 'error', text: getErrorMessage(error) });
}

type CopiedDashboard = Pick<ShownDashboard, 'id' | 'origin' | 'widgets'>;

/** Creates a dashboard of the user with the widgets that are shown, in their places, and returns its id. */
async function copyDashboard(name: string, shown: CopiedDashboard, kinds: WidgetKinds): Promise<string> {
  const places = new Map(placeTiles(toTiles(shown.widgets, kinds)).map(({ id, place }) => [id, place]));
  const body: CopyInput = {
    name,
    ...(shown.origin === 'default' && shown.id !== null ? { madeFrom: shown.id } : {}),
    widgets: shown.widgets.flatMap(({ id, ...content }) => {
      const place = places.get(id);
      return place === undefined ? [] : [{ ...content, title: titleOf(content, kinds.get(content.widget)), place }];
    }),
  };
  const { id } = await callApi<{ readonly id: string }>('POST', `${DASHBOARDS}/copy`, { body });
  return id;
}

/** Where a copy of a dashboard is opened. */
export interface CopyTarget {
  readonly filters: { readonly openDashboard: (id: string) => void };
  readonly setEditing: (isEditing: boolean) => void;
}

/** `copy` creates a dashboard of the user from what is shown, and opens it to be edited; `run` reports what fails, and is busy meanwhile. */
export function useCopy({ filters, setEditing }: CopyTarget) {
  const invalidate = useInvalidateRecords();
  const { isBusy, run } = useAction({ onError: report });
  return {
    isBusy,
    copy: async (name: string, shown: CopiedDashboard, kinds: WidgetKinds): Promise<void> => {
      const id = await copyDashboard(name, shown, kinds);
      void invalidate(['userDashboards']);
      filters.openDashboard(id);
      setEditing(true);
    },
    run,
  };
}

/** The widgets of the product's own first page, for a dashboard that begins with it. */
export function listFirstWidgets(shell: ShellView, kinds: WidgetKinds): readonly ShownWidget[] {
  return ['today', 'know', 'recents', 'favourites', 'own-todo', 'own-records'].flatMap((key) => {
    const kind = kinds.get(key);
    if (kind === undefined || kind.isOffered?.(shell) === false) return [];
    return [{ id: key, widget: key, title: '', report: null, chart: null, settings: {}, place: null }];
  });
}

/** The places of widgets as they are on the screen: those of the server, and those of moves that are not saved yet. */
export function usePlaces(dashboard: ShownDashboard, module: ModuleView) {
  const feedback = useSaveFeedback(module);
  const [moved, setMoved] = useState<ReadonlyMap<string, TilePlace>>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const waiting = useRef<() => void>(undefined);
  const { id } = dashboard;
  const move = (places: ReadonlyMap<string, TilePlace>): void => {
    setMoved(places);
    const layout = [...places].map(([widget, place]) => ({ id: widget, ...place }));
    waiting.current = () => {
      waiting.current = undefined;
      updateRecord(DASHBOARDS, id ?? '', { dashboard_layout: layout })
        .then(({ batchId }) => feedback.notify(tDashboards('moved'), { batchId }))
        .catch(report)
        // A later move is on the screen until it is saved itself.
        .finally(() => setMoved((now) => (now === places ? undefined : now)));
    };
    clearTimeout(timer.current);
    timer.current = setTimeout(() => waiting.current?.(), SAVE_AFTER);
  };
  useEffect(
    () => () => {
      // What was moved last is saved when the page is left.
      clearTimeout(timer.current);
      waiting.current?.();
    },
    [],
  );
  const widgets = dashboard.widgets.map((widget) => ({ ...widget, place: moved?.get(widget.id) ?? widget.place }));
  return { widgets, move };
}

/** The changes of a dashboard of the user; each can be undone. */
export function useDashboardActions(dashboard: ShownDashboard, module: ModuleView) {
  const feedback = useSaveFeedback(module);
  const id = dashboard.id ?? '';
  const save = (fields: Readonly<Record<string, unknown>>) =>
    updateRecord(DASHBOARDS, id, fields).then(({ batchId }) => feedback.notify(tDashboards('saved'), { batchId }));
  return {
    add: async (kind: DashboardWidget, { title, ...content }: WidgetDraft): Promise<void> => {
      const order = dashboard.widgets.length;
      const fields = { dashboard: id, widget: kind.key, name: title || kind.label, order, ...content };
      const { batchId } = await createRecord(WIDGETS, fields);
      await feedback.notify(tDashboards('added', { name: title || kind.label }), { batchId });
    },
    change: async (widget: ShownWidget, kind: DashboardWidget, { title, ...content }: WidgetDraft): Promise<void> => {
      const { batchId } = await updateRecord(WIDGETS, widget.id, { name: title || kind.label, ...content });
      await feedback.notify(tDashboards('saved'), { batchId });
    },
    remove: (widget: ShownWidget, title: string): void => {
      markDeleted(WIDGETS, widget.id)
        .then(({ batchId }) => feedback.notify(tDashboards('removed', { name: title }), { batchId }))
        .catch(report);
    },
    rename: (name: string) => save({ name }),
    openFirst: async (others: readonly string[]): Promise<void> => {
      // Only one of them opens first.
      for (const other of others) await updateRecord(DASHBOARDS, other, { is_default: false });
      await save({ is_default: true });
    },
    deleteDashboard: async (): Promise<void> => {
      const { batchId } = await markDeleted(DASHBOARDS, id);
      await feedback.notify(tDashboards('deleted', { name: dashboard.name }), { batchId });
    },
    report,
  };
}

import { isCommonLayout, LAYOUT_VIEWS, type LayoutView } from '#engine/model/definitions';
import type { ChangeAction, DefinitionSummary } from '#engine/model/wire';

/** A layout in the list of all layouts. */
export interface LayoutLink {
  readonly id: string;
  readonly view: LayoutView;
  /** null: for everyone without a layout of their own. */
  readonly role: string | null;
  /** null: as all other layouts. */
  readonly app: string | null;
  /** Made from the fields of the module, because the view has no layout. */
  readonly isGenerated: boolean;
  /** What the open draft does to it. */
  readonly action: ChangeAction | undefined;
}

/** A module with the layouts of each view: that for all roles first. */
export interface LayoutRow {
  readonly id: string;
  readonly label: string;
  readonly views: { readonly [view in LayoutView]: readonly LayoutLink[] };
}

interface ListedModule {
  readonly id: string;
  readonly name: string;
  readonly label: string;
  readonly generatedId: (view: LayoutView) => string;
}

type ListedLayout = Pick<DefinitionSummary, 'id' | 'layout'> & { readonly action: ChangeAction | undefined };

/** The rows of the list; the text is searched in modules, roles and apps. */
export function listLayoutRows(modules: readonly ListedModule[], layouts: readonly ListedLayout[], text: string): readonly LayoutRow[] {
  const wanted = text.trim().toLowerCase();
  const hasApps = new Set(layouts.flatMap(({ layout }) => (layout === null ? [] : [layout.app ?? 'main']))).size > 1;
  return modules.flatMap((module) => {
    const own = layouts.filter(({ layout, action }) => layout?.module === module.name && action !== 'removed');
    const words = [module.label, module.name, ...own.flatMap(({ layout }) => [layout?.role ?? '', layout?.app ?? ''])];
    if (!words.some((word) => word.toLowerCase().includes(wanted))) return [];
    const views = Object.fromEntries(LAYOUT_VIEWS.map((view) => [view, listLinks(module, own, view, hasApps)]));
    return [{ id: module.id, label: module.label, views: views as LayoutRow['views'] }];
  });
}

function listLinks({ generatedId }: ListedModule, own: readonly ListedLayout[], view: LayoutView, hasApps: boolean): readonly LayoutLink[] {
  const links = own.flatMap(({ id, layout, action }): LayoutLink[] =>
    layout?.view === view ? [{ id, view, role: layout.role, app: hasApps ? layout.app : null, isGenerated: false, action }] : [],
  );
  const generated: LayoutLink = { id: generatedId(view), view, role: null, app: null, isGenerated: true, action: undefined };
  const all = own.some(
    ({ layout }) => layout?.view === view && isCommonLayout({ ...layout, role: layout.role ?? undefined, app: layout.app ?? undefined }),
  )
    ? links
    : [generated, ...links];
  return all.toSorted(
    (one, other) => Number(one.role !== null) - Number(other.role !== null) || (one.role ?? '').localeCompare(other.role ?? '', 'en'),
  );
}

import { Settings, UserRound, type LucideIcon } from 'lucide-react';
import { lowercaseLabel } from '#engine/model/values';
import type { QuickSearchHit, ShellView } from '#engine/model/wire';
import { findModule, moduleRoute, recordRoute, routePrefix } from '../../client/index.ts';
import { listRoutedPages } from '../../extensions/index.ts';
import { findIcon, t, type SideBarGroup } from '../../kit/index.ts';
import { listModulesOutsideMenu, listCreatable, toNewRoute } from './use-menu.ts';

/** One row of the search popover. */
export interface SearchHit {
  readonly id: string;
  readonly label: string;
  /** Shown at the right: the keyboard shortcut of the same command. */
  readonly shortcut?: string | undefined;
  /** The target of a link, */
  readonly href?: string;
  /** or the action of a command. */
  readonly run?: () => void;
  readonly icon: LucideIcon;
}

export interface HitGroup {
  readonly id: string;
  readonly label: string;
  readonly hits: readonly SearchHit[];
}

const MAX_COMMANDS = 6;

/** Pages that are in no menu. */
function toolPages({ user, isStaff }: ShellView): readonly SearchHit[] {
  const added = listRoutedPages().filter(({ searchableFor = [] }) =>
    searchableFor === 'staff' ? isStaff : searchableFor.includes(user.userType),
  );
  return [
    { id: 'page-profile', label: t('frame.user.profile'), href: `${routePrefix(user)}/user/profile`, icon: UserRound },
    ...added.map(({ route, title, icon = '' }) => ({ id: `page-${route}`, label: title, href: route, icon: findIcon(icon) })),
    ...(user.userType === 'System Admin' ? [{ id: 'page-admin', label: t('frame.admin.title'), href: '/admin', icon: Settings }] : []),
  ];
}

/** Whether each word of the search text is the beginning of a word of the label; an empty search text matches all. */
export function matchesQuery(label: string, searchText: string): boolean {
  const own = label.toLowerCase().split(/[\s:]+/u);
  return searchText
    .trim()
    .toLowerCase()
    .split(/\s+/u)
    .every((typed) => own.some((word) => word.startsWith(typed)));
}

/** Filters commands by the search text, matched at the beginning of words. */
export function filterHits(group: HitGroup, searchText: string): HitGroup {
  return { ...group, hits: group.hits.filter((hit) => matchesQuery(hit.label, searchText)) };
}

/** Pages, modules and "New …" commands that match the search text at the beginning of words. */
export function findCommands(shell: ShellView, menu: readonly SideBarGroup[], searchText: string): HitGroup {
  const fits = (label: string) => matchesQuery(label, searchText);
  const pages = menu
    .flatMap((group) => group.items)
    .map((item) => ({ id: `page-${item.id}`, label: item.label, href: item.href, icon: item.icon }));
  const beside = listModulesOutsideMenu(shell);
  const others = beside.map(({ name, label, icon }) => ({
    id: `page-${name}`,
    label,
    href: moduleRoute(name, shell.user),
    icon: findIcon(icon),
  }));
  const creates = [...listCreatable(shell), ...beside.filter(({ rights }) => rights.create)].map((module) => ({
    id: `new-${module.name}`,
    label: t('frame.search.create', { thing: lowercaseLabel(module.labelSingular) }),
    href: toNewRoute(shell, module.name),
    icon: findIcon(module.icon),
  }));
  return {
    id: 'commands',
    label: t('frame.search.commands'),
    hits: [...pages, ...toolPages(shell), ...others, ...creates].filter((hit) => fits(hit.label)).slice(0, MAX_COMMANDS),
  };
}

/**
 * The records found in the order of their ranks: a group per module of people, recently opened records, then a group per module. The
 * modules are in the order of their best records.
 */
export function toHitGroups(shell: ShellView, found: readonly QuickSearchHit[]): readonly HitGroup[] {
  const groups = new Map<string, { readonly label: string; readonly hits: SearchHit[] }>();
  for (const { module: name, _id, name: label, isPerson, isRecent } of found) {
    const module = findModule(shell, name);
    if (module === undefined) continue;
    const id = isRecent && !isPerson ? 'recent' : name;
    const group = groups.get(id) ?? { label: id === 'recent' ? t('frame.dashboard.recents') : module.label, hits: [] };
    group.hits.push({ id: _id, label: label || _id, href: recordRoute(name, _id, shell.user), icon: findIcon(module.icon) });
    groups.set(id, group);
  }
  return [...groups].map(([id, group]) => ({ id, ...group }));
}

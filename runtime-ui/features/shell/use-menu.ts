import { useLocation } from 'react-router';
import type { ShellView } from '#engine/model/wire';
import { homeRoute, moduleRoute, signInRoute } from '../../client/index.ts';
import { findIcon, type SideBarGroup, type SideBarItem } from '../../kit/index.ts';

type MenuItem = ShellView['menu']['groups'][number]['items'][number];

function hrefOf(item: MenuItem, user: ShellView['user']): string {
  return item.module === undefined ? (item.route ?? '/') : moduleRoute(item.module, user);
}

function isWithin(path: string, href: string): boolean {
  return path === href || path.startsWith(`${href}/`);
}

/** The page after sign-in counts as Home if it has no menu item. */
function isHome(path: string, href: string, { user, settings }: ShellView): boolean {
  return href === homeRoute(user) && path === signInRoute(user, settings);
}

/** The menu groups of a shell as links; the item of the open URL is current. */
export function toMenuGroups(shell: ShellView, path: string): readonly SideBarGroup[] {
  const toItem = (item: MenuItem): SideBarItem => {
    const href = hrefOf(item, shell.user);
    return {
      id: item.id,
      label: item.label,
      icon: findIcon(item.icon),
      href,
      current: isWithin(path, href) || isHome(path, href, shell),
      ...(item.newWindow === true ? { newWindow: true } : {}),
    };
  };
  return shell.menu.groups
    .map((group) => ({ id: group.id, ...(group.label === undefined ? {} : { label: group.label }), items: group.items.map(toItem) }))
    .filter((group) => group.items.length > 0);
}

/** The menu of the signed-in user for the open URL. */
export function useMenu(shell: ShellView): readonly SideBarGroup[] {
  const { pathname } = useLocation();
  return toMenuGroups(shell, pathname);
}

/** The items of the bottom bar on a phone: the first item, the first of the second group, then the rest of the first group. */
export function pickBottomItems(groups: readonly SideBarGroup[]): readonly SideBarItem[] {
  const first = groups[0]?.items ?? [];
  const second = groups[1]?.items ?? [];
  return [...first.slice(0, 1), ...second.slice(0, 1), ...first.slice(1), ...second.slice(1)];
}

function menuModules(shell: ShellView): readonly string[] {
  return [...new Set(shell.menu.groups.flatMap(({ items }) => items.flatMap(({ module }) => module ?? [])))];
}

/** Modules in which the user may create records, in the order of the menu. */
export function listCreatable(shell: ShellView): ShellView['modules'] {
  return menuModules(shell).flatMap((name) => shell.modules.filter((module) => module.name === name && module.rights.create));
}

/** Modules that the user may open although they are in no menu, such as one that an admin has just created; sorted by label. */
export function listModulesOutsideMenu(shell: ShellView): ShellView['modules'] {
  const listed = new Set(menuModules(shell));
  return shell.modules.filter(({ name }) => !listed.has(name)).sort((one, two) => one.label.localeCompare(two.label, 'en'));
}

/** The route of the create form of a module. */
export function toNewRoute(shell: ShellView, module: string): string {
  return `${moduleRoute(module, shell.user)}/new`;
}

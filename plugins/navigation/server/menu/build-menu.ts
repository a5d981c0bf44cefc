import type { PluginMenuResult } from '#engine';
import { groupsIn, objectIn, safeRoute, sortByOptions, textIn, textsIn, type SidebarGroup, type Stored } from '../../shared/entries.ts';
import { isForClient, isForType, type Person } from '../person.ts';

type Groups = NonNullable<PluginMenuResult['groups']>;
type Item = Groups[number]['items'][number];

/** Pages that only System Admins may open. */
const ADMIN_PAGE = /^\/admin(\/|$)/u;

/** Whether an entry of the menu is for a person: by client, user type and roles. */
export function isEntryFor(entry: Stored, person: Person): boolean {
  const type = textIn(entry, 'user_type');
  const roles = textsIn(entry, 'roles');
  return (
    isForClient(entry, person) &&
    (type === '' || type === person.userType) &&
    (roles.length === 0 || roles.some((role) => person.roles.includes(role)))
  );
}

/** The item of an entry; undefined: it opens nothing, or what the person may not open. Modules are checked by the product. */
function toItem(entry: Stored, { userType }: Person): Item | undefined {
  const module = textIn(entry, 'related_module');
  const route = safeRoute(textIn(entry, 'route'));
  if (module === '' && (route === undefined || (ADMIN_PAGE.test(route) && userType !== 'System Admin'))) return undefined;
  return {
    id: `nav_${entry._id}`,
    label: textIn(entry, 'label') || textIn(entry, 'name'),
    icon: textIn(entry, 'icon'),
    ...(module === '' ? { route: route as string } : { module }),
    ...(objectIn(entry, 'options')['newWindow'] === true ? { newWindow: true } : {}),
  };
}

/** The groups of the entries for a person, in their order; entries without a group come first. */
export function toEntryGroups(entries: readonly Stored[], person: Person): Groups {
  const groups = new Map<string, Item[]>([['', []]]);
  for (const entry of sortByOptions(entries.filter((one) => isEntryFor(one, person)))) {
    const item = toItem(entry, person);
    if (item === undefined) continue;
    const label = textIn(objectIn(entry, 'options'), 'group').trim();
    groups.set(label, [...(groups.get(label) ?? []), item]);
  }
  return [...groups]
    .filter(([, items]) => items.length > 0)
    .map(([label, items], at) => ({ id: `nav_group_${at}`, ...(label === '' ? {} : { label }), items }));
}

/**
 * The template for a person: one for their roles before one for their user type, and both before the one for everyone else. A template
 * that names neither, and is not for everyone else, is nobody's.
 */
export function findTemplate(templates: readonly Stored[], person: Person): Stored | undefined {
  const fitting = templates.filter((one) => isForClient(one, person));
  const named = fitting.filter((one) => {
    const roles = textsIn(one, 'roles');
    const isNamed = roles.length > 0 || textsIn(one, 'user_types').length > 0;
    return isNamed && isForType(one, person) && (roles.length === 0 || roles.some((role) => person.roles.includes(role)));
  });
  return named.find((one) => textsIn(one, 'roles').length > 0) ?? named[0] ?? fitting.find((one) => one['is_default'] === true);
}

/**
 * The menu with the groups of a sidebar: the modules of the sidebar in its order, with the labels that they have in the menu, after the
 * pages of the menu that are no modules, such as the first page.
 */
export function arrangeMenu(menu: Groups, sidebar: readonly SidebarGroup[]): Groups {
  const items = menu.flatMap((group) => group.items);
  const known = new Map(items.flatMap((item) => (item.module === undefined ? [] : [[item.module, item]])));
  const pages = items.filter(({ module }) => module === undefined);
  const arranged = sidebar.map(({ label, modules }, at) => ({
    id: `side_group_${at}`,
    ...(label.trim() === '' ? {} : { label: label.trim() }),
    items: [...new Set(modules)].map((module) => ({
      ...(known.get(module) ?? { label: '', icon: '', module }),
      id: `side_${at}_${module}`,
    })),
  }));
  const [first, ...others] = arranged;
  if (first !== undefined && first.label === undefined) return [{ ...first, items: [...pages, ...first.items] }, ...others];
  return pages.length === 0 ? arranged : [{ id: 'side_pages', items: pages }, ...arranged];
}

/** The records that decide about the menu of a person. */
export interface MenuRecords {
  readonly entries: readonly Stored[];
  readonly templates: readonly Stored[];
  /** The sidebar that the person arranged. */
  readonly own: Stored | undefined;
}

/** The menu of a person: the entries, or else the groups of the definitions; arranged by their sidebar or its template. */
export function buildMenu(person: Person, defined: Groups, { entries, templates, own }: MenuRecords): PluginMenuResult {
  const made = toEntryGroups(entries, person);
  const menu = made.length > 0 ? made : defined;
  const sidebar = own ?? findTemplate(templates, person);
  const groups = sidebar === undefined ? [] : groupsIn(sidebar).filter(({ modules }) => modules.length > 0);
  return {
    ...(groups.length > 0 ? { groups: arrangeMenu(menu, groups) } : made.length > 0 ? { groups: made } : {}),
    ...(own?.['collapsed'] === true ? { isCollapsed: true } : {}),
  };
}

import { SYSTEM_ACTOR, type MenuContext, type PluginContext, type PluginMenuResult } from '#engine';
import type { Stored } from '../../shared/entries.ts';
import { findPerson, readEnabled, type Person } from '../person.ts';
import { buildMenu } from './build-menu.ts';

/** The sidebar that a user arranged last; undefined: they have none. */
export async function findOwnSidebar(records: PluginContext['records'], userId: string): Promise<Stored | undefined> {
  const found = await records.find(SYSTEM_ACTOR, {
    module: 'sidebarMenuInstances',
    filter: { user: userId },
    sort: [{ sortField: 'updatedAt', sortOrder: 'desc' }],
    limit: 1,
  });
  return found.data[0];
}

/** What decides about the sidebar of a user; without a person: there is no such user. */
export async function readSidebars(
  records: PluginContext['records'],
  userId: string,
): Promise<{ readonly person: Person | undefined; readonly templates: readonly Stored[]; readonly own: Stored | undefined }> {
  const [person, templates, own] = await Promise.all([
    findPerson(records, userId),
    readEnabled(records, 'sidebarMenuTemplates', 'active'),
    findOwnSidebar(records, userId),
  ]);
  return { person, templates, own };
}

/** Makes the menu of a user of the menu entries, the sidebar templates and the user's own sidebar. */
export async function readMenu({ records, actor, groups }: MenuContext): Promise<PluginMenuResult> {
  const [{ person, ...sidebars }, entries] = await Promise.all([
    readSidebars(records, actor.userId ?? ''),
    readEnabled(records, 'menuNavs', 'isEnabled'),
  ]);
  return person === undefined ? {} : buildMenu(person, groups, { entries, ...sidebars });
}

import type { MenuDefinition, UserType } from '#engine/model/definitions';
import type { SessionUser, ShellPreviewView, ShellView } from '#engine/model/wire';
import type { JsonValue } from '#engine/model/values';
import type { Rights } from '../../access/index.ts';
import type { PluginMenuResult } from '../../plugin-host/index.ts';
import type { DefinitionSnapshot } from '../../registry/index.ts';
import type { ApiServices } from '../services.ts';
import { servedModules } from '../module-endpoints/module-directory.ts';
import { summarizeModule } from './module-view.ts';

/** Whose product the shell shows. */
export interface ShownSession extends Pick<ShellView, 'user' | 'impersonator' | 'teams' | 'session' | 'preview'> {
  /** The person at the screen; absent: the impersonator, or the user. */
  readonly person?: SessionUser;
}

/** Builds the data of the application shell after sign-in. Pure. */
export function buildShellView(
  snapshot: DefinitionSnapshot,
  rights: Rights,
  signedIn: ShownSession,
  { plugins, menu }: { readonly plugins: ShellView['plugins']; readonly menu: PluginMenuResult },
): ShellView {
  // The idle timeout protects the session of the person at the screen.
  const person = signedIn.person ?? signedIn.impersonator ?? signedIn.user;
  return {
    user: { ...signedIn.user, disableTimeout: person.disableTimeout || isIdleExempt(snapshot, person) },
    impersonator: signedIn.impersonator,
    ...(signedIn.preview === undefined ? {} : { preview: signedIn.preview }),
    session: signedIn.session,
    teams: signedIn.teams,
    roles: rights.roles.map(({ id, name }) => ({ _id: id, name })),
    menu: openableMenu(snapshot, rights, signedIn.user.userType, menu),
    ...(menu.isCollapsed === true ? { sidebarCollapsed: true as const } : {}),
    administration: administrationGroups(snapshot, rights, signedIn.user.userType),
    modules: accessibleModules(snapshot, rights),
    settings: publicSettings(snapshot),
    userVariables: snapshot.userVariables.map(({ name, label, module }) => ({ name, label, module: module.name })),
    isStaff: rights.isStaff,
    permissions: [...snapshot.permissions.keys()].filter((name) => rights.hasPermission(name)),
    plugins,
    definitionsVersion: snapshot.version,
  };
}

/** Builds the menu of another user, as an admin reads it before it is shown. Pure. */
export function buildShellPreview(
  snapshot: DefinitionSnapshot,
  rights: Rights,
  user: SessionUser,
  menu: PluginMenuResult,
): ShellPreviewView {
  return { user, menu: openableMenu(snapshot, rights, user.userType, menu), modules: accessibleModules(snapshot, rights) };
}

function accessibleModules(snapshot: DefinitionSnapshot, rights: Rights): ShellView['modules'] {
  return servedModules(snapshot)
    .filter(({ name }) => rights.module(name).access)
    .map((module) => summarizeModule(snapshot, module, rights));
}

/** The menu of a user type in the definitions, with all its items. */
export function definedMenu(snapshot: DefinitionSnapshot, userType: UserType): MenuDefinition {
  return snapshot.menu(userType) ?? makeMenu(snapshot, userType);
}

/** Names of the plugins that run. */
export function listRunningPlugins({ pluginHost }: Pick<ApiServices, 'pluginHost'>): readonly string[] {
  return pluginHost
    .statuses()
    .filter(({ state }) => state === 'running')
    .map(({ name }) => name);
}

/** True for users whom the settings exempt, by type, id or e-mail: they are never signed out for being idle. */
function isIdleExempt({ settings }: DefinitionSnapshot, { _id, email, userType }: SessionUser): boolean {
  const types = settings.get('idle_exempt_user_types')?.setting;
  const users = settings.get('idle_exempt_users')?.setting;
  return (
    (Array.isArray(types) && types.includes(userType)) ||
    (Array.isArray(users) && users.some((name) => name === _id || (typeof name === 'string' && name.toLowerCase() === email.toLowerCase())))
  );
}

/** The menu of a user type without one: the first page, and every module by its label. */
function makeMenu(snapshot: DefinitionSnapshot, userType: UserType): MenuDefinition {
  const modules = [...servedModules(snapshot)].sort((one, other) => one.label.localeCompare(other.label, 'en'));
  const items = modules.map(({ id, name, label, definition }) => ({
    id: `item_${id}`,
    label,
    icon: definition.icon ?? 'table',
    module: name,
  }));
  return {
    id: 'menu_generated',
    name: 'Generated',
    userTypes: [userType],
    groups: [
      { id: 'group_home', items: [{ id: 'item_home', label: 'Home', icon: 'house', route: '/app/dashboard' }] },
      { id: 'group_modules', items },
    ],
  };
}

/** The menu of a user type, or what a plugin made of it, with the items that the user may open; empty groups are removed. */
function openableMenu(snapshot: DefinitionSnapshot, rights: Rights, userType: UserType, made: PluginMenuResult): MenuDefinition {
  const menu = definedMenu(snapshot, userType);
  const groups = openableGroups(snapshot, rights, made.groups ?? []);
  return { ...menu, groups: groups.length > 0 ? groups : openableGroups(snapshot, rights, menu.groups) };
}

/** What the definitions add to the menu of the administration. */
function administrationGroups(snapshot: DefinitionSnapshot, rights: Rights, userType: UserType): MenuDefinition['groups'] {
  const menus = snapshot.menus.filter(({ area, userTypes }) => area === 'administration' && userTypes.includes(userType));
  return openableGroups(
    snapshot,
    rights,
    menus.flatMap(({ groups }) => groups),
  );
}

type MenuItem = MenuDefinition['groups'][number]['items'][number];

function openableGroups(snapshot: DefinitionSnapshot, rights: Rights, groups: MenuDefinition['groups']): MenuDefinition['groups'] {
  const mayOpen = (module: string | undefined) => module === undefined || (snapshot.modules.has(module) && rights.module(module).access);
  return groups
    .map((group) => ({ ...group, items: group.items.filter((item) => mayOpen(item.module)).map((item) => completeItem(snapshot, item)) }))
    .filter((group) => group.items.length > 0);
}

/** An item of a plugin without a label or an icon has those of its module. */
function completeItem(snapshot: DefinitionSnapshot, item: MenuItem): MenuItem {
  if (item.label !== '' && item.icon !== '') return item;
  const module = snapshot.module(item.module ?? '');
  return { ...item, label: item.label || (module?.label ?? item.route ?? ''), icon: item.icon || (module?.definition.icon ?? 'table') };
}

/** Settings marked public, by key. */
export function publicSettings(snapshot: DefinitionSnapshot): { readonly [key: string]: JsonValue } {
  const settings = [...snapshot.settings.values()].filter((setting) => setting.public === true);
  return Object.fromEntries(settings.map(({ key, setting }) => [key, setting as JsonValue]));
}

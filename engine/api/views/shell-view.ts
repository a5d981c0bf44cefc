import type { MenuDefinition, UserType } from '#engine/model/definitions';
import type { SessionUser, ShellView } from '#engine/model/wire';
import type { JsonValue } from '#engine/model/values';
import type { Rights } from '../../access/index.ts';
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
  plugins: ShellView['plugins'],
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
    menu: openableMenu(snapshot, rights, signedIn.user.userType),
    administration: administrationGroups(snapshot, rights, signedIn.user.userType),
    modules: servedModules(snapshot)
      .filter(({ name }) => rights.module(name).access)
      .map((module) => summarizeModule(snapshot, module, rights)),
    settings: publicSettings(snapshot),
    userVariables: snapshot.userVariables.map(({ name, label, module }) => ({ name, label, module: module.name })),
    isStaff: rights.isStaff,
    permissions: [...snapshot.permissions.keys()].filter((name) => rights.hasPermission(name)),
    plugins,
    definitionsVersion: snapshot.version,
  };
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

/** The menu of a user type, with the items that the user may open; empty groups are removed. */
function openableMenu(snapshot: DefinitionSnapshot, rights: Rights, userType: UserType): MenuDefinition {
  const menu = snapshot.menu(userType) ?? makeMenu(snapshot, userType);
  return { ...menu, groups: openableGroups(snapshot, rights, menu.groups) };
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

function openableGroups(snapshot: DefinitionSnapshot, rights: Rights, groups: MenuDefinition['groups']): MenuDefinition['groups'] {
  const mayOpen = (module: string | undefined) => module === undefined || (snapshot.modules.has(module) && rights.module(module).access);
  return groups
    .map((group) => ({ ...group, items: group.items.filter((item) => mayOpen(item.module)) }))
    .filter((group) => group.items.length > 0);
}

/** Settings marked public, by key. */
export function publicSettings(snapshot: DefinitionSnapshot): { readonly [key: string]: JsonValue } {
  const settings = [...snapshot.settings.values()].filter((setting) => setting.public === true);
  return Object.fromEntries(settings.map(({ key, setting }) => [key, setting as JsonValue]));
}

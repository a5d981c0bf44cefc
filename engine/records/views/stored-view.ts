import type { AccessScope } from '../../access/index.ts';
import { MusterError } from '../../errors/index.ts';
import { GLOBAL_TEAM_ID } from '#engine/model/definitions';
import type { CollectionSchema, CompiledModule, RecordKeys } from '#engine/model/compiled';
import type { RecordDocument } from '#engine/model/values';
import type { ViewContent, ViewSharing } from '#engine/model/wire';
import { defineKey } from '../documents/stored-document.ts';
import type { ReadServices } from '../record-services.ts';

/**
 * The fields that a part of a view refers to: their stable ids and labels at the time of saving, by module and name, so
 * that renamed fields are found.
 */
export interface FieldIdentities {
  readonly [module: string]: { readonly [name: string]: { readonly id: string; readonly label: string } };
}

/** A saved view as stored. */
export interface StoredView extends ViewContent {
  readonly _id: string;
  readonly _version: number;
  readonly module: string;
  readonly owner: string;
  readonly name: string;
  readonly sharing: ViewSharing;
  readonly sharedWith: string | null;
  /** Version of the definitions in which modules have the names that it uses; absent: a version before the first rename. */
  readonly definitions?: number;
  readonly memo: { readonly [part in 'filter' | 'columns' | 'sort' | 'groupBy' | 'viewType']: FieldIdentities };
  readonly updatedAt: string;
}

/** A user's choices for a module's views. */
export interface ViewChoices {
  readonly order: readonly string[];
  readonly default: string | null;
}

export const VIEW_KEYS = { module: defineKey('module'), audience: defineKey('audience', 'text', true) } as const;

/**
 * Saved views. `audience` contains who may read a view: its owner, a team, a role. All views that are not private also
 * contain 'shared'.
 */
export const VIEWS_COLLECTION: CollectionSchema = {
  name: '_views',
  keys: Object.values(VIEW_KEYS),
  indexes: [{ keys: ['audience'] }, { keys: ['module'] }],
  contains: [],
};

/** One document per user and module: order and default of its views. */
export const VIEW_CHOICES_COLLECTION: CollectionSchema = { name: '_view_choices', keys: [], indexes: [], contains: [] };

/** The keys of a view, with who may read it. */
export function keysOfView({
  module,
  owner,
  sharing,
  sharedWith,
}: Pick<StoredView, 'module' | 'owner' | 'sharing' | 'sharedWith'>): RecordKeys {
  return { module, audience: sharing === 'private' ? [`user:${owner}`] : [`user:${owner}`, `${sharing}:${sharedWith ?? ''}`, 'shared'] };
}

/** The audiences that a user belongs to. */
export function audiencesOf(user: string, teams: readonly string[], roles: readonly string[]): string[] {
  return [
    `user:${user}`,
    ...[...new Set([...teams, GLOBAL_TEAM_ID])].map((team) => `team:${team}`),
    ...roles.map((role) => `role:${role}`),
  ];
}

export function readStoredView(document: RecordDocument): StoredView {
  const view = document as unknown as StoredView;
  // Views that were saved before view types existed are tables.
  return view.viewType === undefined ? { ...view, viewType: null, memo: { ...view.memo, viewType: {} } } : view;
}

/** A view with its module, for a user who may read it. */
interface ReadableView {
  readonly module: CompiledModule;
  readonly view: StoredView;
}

/** Views belong to a user. Errors: `action_not_allowed`. */
export function ownerOf(scope: AccessScope): string {
  if (scope.actor.userId === undefined || !scope.rights.active)
    throw new MusterError('action_not_allowed', { values: { action: 'save views of' } });
  return scope.actor.userId;
}

/** Errors: `view_not_found` if the view does not exist, the actor may not read it, or they have no access to its module. */
export async function getReadableView(services: ReadServices, scope: AccessScope, id: string): Promise<ReadableView> {
  ownerOf(scope);
  const [stored] = await services.store.get(VIEWS_COLLECTION.name, [id]);
  const view = stored === undefined ? undefined : readStoredView(stored.document);
  const module = view === undefined ? undefined : [...scope.snapshot.modules.values()].find((one) => one.id === view.module);
  if (view === undefined || module === undefined || !canReadView(scope, view) || !hasModuleAccess(scope, module))
    throw new MusterError('view_not_found');
  return { module, view };
}

function hasModuleAccess({ rights }: AccessScope, module: CompiledModule): boolean {
  return rights.unrestricted || rights.module(module.name).access;
}

function canReadView({ actor, rights }: AccessScope, { owner, sharing, sharedWith }: StoredView): boolean {
  if (owner === actor.userId) return true;
  if (sharing === 'private') return false;
  return rights.unrestricted || isAmong(rights, sharing, sharedWith ?? '');
}

/** Whether the user belongs to the team, or has the role. Everyone belongs to the Global team. */
function isAmong(rights: AccessScope['rights'], sharing: ViewSharing, id: string): boolean {
  return sharing === 'team' ? id === GLOBAL_TEAM_ID || rights.teams.includes(id) : rights.roles.some((role) => role.id === id);
}

/** Its owner may change a view, and System Admins may if it is shared. */
export function mayChangeView({ rights }: AccessScope, { owner, sharing }: Pick<StoredView, 'owner' | 'sharing'>): boolean {
  return owner === rights.userId || (sharing !== 'private' && rights.unrestricted);
}

/** Errors: `view_not_changeable`. */
export function assertChangeable(scope: AccessScope, view: StoredView): void {
  if (!mayChangeView(scope, view)) throw new MusterError('view_not_changeable');
}

/**
 * Users share with the teams that they belong to and the roles that they have; only a System Admin shares with everyone
 * or with others. Errors: `validation_failed` for a missing or unknown audience, `view_not_shareable`.
 */
export async function assertShareable(
  services: ReadServices,
  scope: AccessScope,
  sharing: ViewSharing,
  sharedWith: string | null,
): Promise<void> {
  if (sharing === 'private') return;
  if (sharedWith === null || !(await isThere(services, scope, sharing, sharedWith))) {
    throw new MusterError('validation_failed', {
      details: [{ field: 'sharedWith', code: 'required', message: sharing === 'team' ? 'Choose a team.' : 'Choose a role.' }],
    });
  }
  const { rights } = scope;
  if (rights.unrestricted) return;
  if (sharedWith === GLOBAL_TEAM_ID || !isAmong(rights, sharing, sharedWith)) throw new MusterError('view_not_shareable');
}

async function isThere(services: ReadServices, { snapshot }: AccessScope, sharing: ViewSharing, id: string): Promise<boolean> {
  return sharing === 'role' ? snapshot.roles.has(id) : (await nameOfTeam(services, snapshot.module('teams'), id)) !== undefined;
}

async function nameOfTeam(services: ReadServices, teams: CompiledModule | undefined, id: string): Promise<string | undefined> {
  if (teams === undefined) return undefined;
  const [stored] = await services.store.get(teams.storage.name, [id]);
  const name = stored?.document['name'];
  return typeof name === 'string' && stored?.document['deleted'] !== true ? name : undefined;
}

/** Names of the teams and roles that views are shared with, by id; those that no longer exist are absent. */
export async function audienceNames(
  services: ReadServices,
  { snapshot }: AccessScope,
  views: readonly StoredView[],
): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>();
  for (const id of new Set(views.flatMap(({ sharing, sharedWith }) => (sharing === 'team' && sharedWith !== null ? [sharedWith] : [])))) {
    const name = await nameOfTeam(services, snapshot.module('teams'), id);
    if (name !== undefined) names.set(id, name);
  }
  for (const { sharing, sharedWith } of views) {
    const role = sharing === 'role' ? snapshot.roles.get(sharedWith ?? '') : undefined;
    if (role !== undefined) names.set(role.id, role.name);
  }
  return names;
}

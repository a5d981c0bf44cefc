import { createDeniedError, createModuleAccessDeniedError, type AccessScope, type ModuleRights } from '../../access/index.ts';
import { MusterError } from '../../errors/index.ts';
import { GLOBAL_TEAM_ID } from '#engine/model/definitions';
import type { CompiledModule } from '#engine/model/compiled';
import { allOf } from '#engine/model/filter';
import type { RecordDocument } from '#engine/model/values';
import { decodeRecord } from '../encryption/encrypt-record.ts';
import { deletedNode } from '../read/read-query.ts';
import type { ReadServices } from '../record-services.ts';

/** The module of this name. Errors: `module_not_found`. */
export function findModule(scope: AccessScope, name: string): CompiledModule {
  const module = scope.snapshot.module(name);
  if (module === undefined) throw new MusterError('module_not_found', { data: { module: name } });
  return module;
}

/** A module that the actor may read in some way. Errors: `module_not_found`, `module_access_denied`. */
export function getReadableModule(scope: AccessScope, name: string): CompiledModule {
  const module = findModule(scope, name);
  if (!scope.rights.unrestricted && !scope.rights.module(name).access && !scope.rights.namesOnly(module))
    throw createModuleAccessDeniedError(scope.rights, module);
  return module;
}

/** Whether this is the actor's own user record. */
export function isOwnProfile(scope: AccessScope, module: CompiledModule, id: string): boolean {
  return module.name === 'users' && id === scope.rights.userId && scope.rights.active;
}

/** Whether the actor may see this stored record: it must be visible and, if it is deleted, they must be allowed to delete it. */
export async function canSeeRecord(
  services: ReadServices,
  scope: AccessScope,
  module: CompiledModule,
  document: RecordDocument,
): Promise<boolean> {
  if (scope.rights.unrestricted) return true;
  return canSeeRestricted(services, scope, module, document);
}

/** The same without a promise, if it can be determined in memory, which is nearly always; otherwise undefined. */
export function canSeeRecordSync(scope: AccessScope, module: CompiledModule, document: RecordDocument): boolean | undefined {
  if (scope.rights.unrestricted) return true;
  const isPresent = document['deleted'] === true ? hasRecordRightSync(scope, module, document, 'delete') : true;
  if (isPresent === false) return false;
  const isVisible = scope.rights.canSee(module, document);
  return isVisible === true ? isPresent : isVisible;
}

async function canSeeRestricted(
  services: ReadServices,
  scope: AccessScope,
  module: CompiledModule,
  document: RecordDocument,
): Promise<boolean> {
  const isVisible = canSeeRecordSync(scope, module, document);
  if (isVisible !== undefined) return isVisible;
  const access = scope.rights.visibilityFilter(module);
  const found = await services.store.findIds({
    collection: module.storage.name,
    filter: allOf([{ kind: 'ids', ids: [document._id] }, deletedNode(scope, module, true)]),
    sort: [],
    limit: 1,
    ...(access === undefined ? {} : { access }),
  });
  return found.length > 0;
}

/** Whether the level that roles give for editing or deleting covers this record, as it is stored. */
export async function hasRecordRight(
  { store }: Pick<ReadServices, 'store'>,
  scope: AccessScope,
  module: CompiledModule,
  document: RecordDocument,
  action: 'edit' | 'delete',
): Promise<boolean> {
  const isCovered = hasRecordRightSync(scope, module, document, action);
  if (isCovered !== undefined) return isCovered;
  const { node } = scope.rights.ruleOf(module, action);
  const filter = allOf([{ kind: 'ids', ids: [document._id] }, ...(node === undefined ? [] : [node])]);
  const found = await store.findIds({ collection: module.storage.name, filter, sort: [], limit: 1 });
  return found.length > 0;
}

/** The same, if it can be determined in memory; undefined: only the store can, because a rule uses related records. */
export function hasRecordRightSync(
  { rights }: AccessScope,
  module: CompiledModule,
  document: RecordDocument,
  action: 'edit' | 'delete',
): boolean | undefined {
  if (rights.unrestricted) return true;
  const level = rights.module(module.name)[action];
  if (level === 'Rule') return rights.ruleOf(module, action).test(document);
  return level === 'All' || (level === 'Owner' && rights.owns(document));
}

/** A stored record, upgraded to the current definition of its module. */
export async function loadRecord(
  services: ReadServices,
  scope: AccessScope,
  module: CompiledModule,
  id: string,
): Promise<RecordDocument | undefined> {
  const [stored] = await services.store.get(module.storage.name, [id]);
  return stored === undefined ? undefined : decodeRecord(services, scope, module, stored);
}

/** Checks a module-wide right, such as create. Errors: `module_access_denied`, `action_not_allowed`. */
export function assertModuleRight(
  scope: AccessScope,
  module: CompiledModule,
  flag: keyof Pick<ModuleRights, 'create' | 'export' | 'mass_update'>,
): void {
  if (scope.rights.unrestricted) return;
  const rights = scope.rights.module(module.name);
  if (!rights.access) throw createModuleAccessDeniedError(scope.rights, module);
  if (!rights[flag])
    throw createDeniedError(
      scope.rights,
      module,
      flag === 'export' ? 'read' : 'write',
      (own) => own.module(module.name)[flag],
      () => new MusterError('action_not_allowed', { values: { action: flag.replace('_', ' ') } }),
    );
}

/**
 * The ids of the given live records that the actor may not see. Queries the store at most once, and only for records
 * that cannot be checked in memory.
 */
export async function findInvisible(
  { services, scope }: { readonly services: ReadServices; readonly scope: AccessScope },
  module: CompiledModule,
  records: readonly RecordDocument[],
): Promise<ReadonlySet<string>> {
  const { rights } = scope;
  // All staff may read the names of users, teams and roles.
  const access =
    rights.unrestricted || (rights.isStaff && module.definition.namesReadable === true) ? undefined : rights.visibilityFilter(module);
  if (access === undefined) return new Set();
  const isOwn = (id: string): boolean =>
    isOwnProfile(scope, module, id) || (module.name === 'teams' && (id === GLOBAL_TEAM_ID || rights.teams.includes(id)));
  const unseen = new Set<string>();
  const open: string[] = [];
  for (const record of records) {
    if (isOwn(record._id)) continue;
    const isVisible = canSeeRecordSync(scope, module, record);
    if (isVisible === false) unseen.add(record._id);
    else if (isVisible === undefined) open.push(record._id);
  }
  if (open.length === 0) return unseen;
  const seen = new Set(
    await services.store.findIds({
      collection: module.storage.name,
      filter: allOf([{ kind: 'ids', ids: open }, deletedNode(scope, module, true)]),
      sort: [],
      limit: open.length,
      access,
    }),
  );
  return new Set([...unseen, ...open.filter((id) => !seen.has(id))]);
}

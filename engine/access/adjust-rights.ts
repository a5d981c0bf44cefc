import { MATCH_NONE } from '#engine/model/filter';
import { readApiTokenScope, type ApiTokenScope } from '#engine/model/wire';
import type { CompiledModule } from '#engine/model/compiled';
import type { DefinitionSnapshot } from '../registry/index.ts';
import { RIGHTS_FIELDS, isProfileField } from './access-subject.ts';
import { nameOnlyRights, NO_FIELD_RIGHTS, NO_MODULE_RIGHTS } from './combine-roles.ts';
import type { FieldRights, ModuleRights, Rights } from './rights.ts';

/** Cache of narrowed rights by scopes. Entries live as long as the rights that they narrow. */
const narrowed = new WeakMap<Rights, Map<string, Rights>>();

/**
 * The rights of an API token: those of its user, limited by its scopes. Scopes cover records only. Everything reserved
 * for System Admins (definitions, settings, rights) and sensitive values require the scope 'admin', which does not
 * limit anything.
 */
export function narrowRights(rights: Rights, scopes: readonly string[], snapshot: DefinitionSnapshot): Rights {
  const key = scopes.join(' ');
  const cached = narrowed.get(rights) ?? new Map<string, Rights>();
  narrowed.set(rights, cached);
  const made = cached.get(key) ?? createNarrowedRights(rights, scopes.map(readApiTokenScope), snapshot);
  cached.set(key, made);
  return made;
}

function createNarrowedRights(
  rights: Rights,
  scopes: readonly (ApiTokenScope | 'admin' | undefined)[],
  snapshot: DefinitionSnapshot,
): Rights {
  if (scopes.includes('admin')) return rights;
  const reach = (name: string): ApiTokenScope['access'] | undefined => {
    const own = scopes.flatMap((scope) =>
      typeof scope === 'object' && (scope.module === '*' || scope.module === name) ? [scope.access] : [],
    );
    return own.includes('write') ? 'write' : own[0];
  };
  // The names of staff are shown with records, as they are for the token's user: the creator and the assigned user.
  const namesOnly = (of: CompiledModule): boolean =>
    rights.namesOnly(of) || (rights.isStaff && of.definition.namesReadable === true && reach(of.name) === undefined);
  const module = (name: string): ModuleRights => narrowModule(rights.module(name), reach(name));
  const field = (name: string, fieldName: string): FieldRights => {
    const of = snapshot.modules.get(name);
    if (of !== undefined && namesOnly(of)) return nameOnlyRights(of, fieldName);
    const base = rights.field(name, fieldName);
    if (reach(name) === undefined) return NO_FIELD_RIGHTS;
    return reach(name) === 'read' || (name === 'users' && RIGHTS_FIELDS.has(fieldName)) ? { read: base.read, write: 'none' } : base;
  };
  const isWithin = (of: CompiledModule): boolean => reach(of.name) !== undefined;
  return {
    ...rights,
    unrestricted: false,
    module,
    field,
    namesOnly,
    visibilityFilter: (of) => (namesOnly(of) ? undefined : isWithin(of) ? rights.visibilityFilter(of) : MATCH_NONE),
    canReadNames: (of) => namesOnly(of) || (isWithin(of) && rights.canReadNames(of)),
    canFilter: (of, fieldName) =>
      namesOnly(of)
        ? fieldName === of.nameField
        : isWithin(of) && of.fields.get(fieldName)?.definition.sensitive !== true && rights.canFilter(of, fieldName),
    canSee: (of, document) => namesOnly(of) || (isWithin(of) && rights.canSee(of, document)),
  };
}

function narrowModule(base: ModuleRights, access: ApiTokenScope['access'] | undefined): ModuleRights {
  if (access === undefined) return NO_MODULE_RIGHTS;
  if (access === 'write') return { ...base, sensitive: false };
  return { ...base, create: false, mass_update: false, edit: 'None', delete: 'None', sensitive: false };
}

/**
 * The user's rights on a field of their own user record: the rights from roles, plus read access to all fields and
 * write access to the profile fields.
 */
export function profileFieldRights(rights: Rights, users: CompiledModule, fieldName: string): FieldRights {
  const byRole = rights.field(users.name, fieldName);
  if (rights.unrestricted || users.fields.get(fieldName)?.definition.internal === true) return byRole;
  return { read: 'all', write: isProfileField(users, fieldName) ? 'all' : rights.namesOnly(users) ? 'none' : byRole.write };
}

/** The user's rights on their own user record, which they can view and edit regardless of their roles. */
export function profileRights(rights: Rights, users: CompiledModule): Rights {
  return {
    ...rights,
    module: (name) => (name === users.name ? { ...rights.module(name), access: true, view: 'All', edit: 'All' } : rights.module(name)),
    field: (name, fieldName) => (name === users.name ? profileFieldRights(rights, users, fieldName) : rights.field(name, fieldName)),
  };
}

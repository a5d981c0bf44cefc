import type { ClockPort } from '../ports/index.ts';
import type { DefinitionSnapshot } from '../registry/index.ts';
import type { CompiledModule } from '#engine/model/compiled';
import type { RecordDocument } from '#engine/model/values';
import { MATCH_NONE } from '#engine/model/filter';
import { readApiTokenScope, type ApiTokenScope } from '#engine/model/wire';
import {
  FULL_FIELD_RIGHTS,
  FULL_MODULE_RIGHTS,
  combineFieldAccess,
  combineModuleAccess,
  nameOnlyRights,
  NO_FIELD_RIGHTS,
  NO_MODULE_RIGHTS,
} from './combine-roles.ts';
import { isStaffType, MANAGER_FIELD, NOBODY, RIGHTS_FIELDS, SIGN_IN_FIELDS, type AccessSubject, isProfileField } from './access-subject.ts';
import type { ModuleRights } from './module-rights.ts';
import type { FieldRights, Rights } from './rights.ts';
import { computeRule, computeVisibility, ALL_VISIBLE, type Visibility } from './visibility.ts';

/** The rights of the product itself. */
export const SYSTEM_RIGHTS: Rights = createUnrestricted({ ...NOBODY, userType: 'System Admin', active: true }, () => false);

/** The rights of a user under one snapshot of the definitions, computed per module on first use. */
export function createRights(subject: AccessSubject, snapshot: DefinitionSnapshot, clock: ClockPort): Rights {
  if (subject.active && subject.userType === 'System Admin')
    return createUnrestricted(subject, (name, fieldName) => isInternal(snapshot.modules.get(name), fieldName));
  const byModule = new Map<string, ModuleRights>();
  const byField = new Map<string, FieldRights>();
  const seen = new Map<string, Visibility>();
  const covered = new Map<string, Visibility>();
  const isStaff = subject.active && isStaffType(snapshot, subject.userType);
  const module = (name: string): ModuleRights =>
    getOrCreate(byModule, name, () =>
      subject.active && snapshot.modules.has(name) ? combineModuleAccess(subject.roles, name) : NO_MODULE_RIGHTS,
    );
  const namesOnly = (of: CompiledModule): boolean => isStaff && of.definition.namesReadable === true && !module(of.name).access;
  const field = (name: string, fieldName: string): FieldRights =>
    getOrCreate(byField, `${name}.${fieldName}`, () => fieldRights(name, fieldName));
  const fieldRights = (name: string, fieldName: string): FieldRights => {
    const of = snapshot.modules.get(name);
    if (of === undefined || !subject.active || isInternal(of, fieldName)) return NO_FIELD_RIGHTS;
    if (namesOnly(of)) return nameOnlyRights(of, fieldName);
    const joined = combineFieldAccess(subject.roles, name, fieldName);
    return name === 'users' && RIGHTS_FIELDS.has(fieldName) ? { read: joined.read, write: 'none' } : joined;
  };
  const visibility = (of: CompiledModule): Visibility =>
    getOrCompute(seen, of.name, () => (namesOnly(of) ? ALL_VISIBLE : computeVisibility(subject, module(of.name), of, snapshot, clock)));
  return {
    userId: subject.userId,
    userType: subject.userType,
    active: subject.active,
    unrestricted: false,
    roles: subject.roles,
    teams: subject.teams,
    ofUser: subject.ofUser,
    isStaff,
    module,
    field,
    hasPermission: (name) => subject.active && subject.roles.some(({ permissions }) => permissions?.includes(name) === true),
    namesOnly,
    visibilityFilter: (of) => visibility(of).node,
    canReadNames: (of) => namesOnly(of) || (module(of.name).access && field(of.name, of.nameField).read === 'all'),
    canFilter: (of, fieldName) => canFilter(of, fieldName, module(of.name), field(of.name, fieldName)),
    canSee: (of, document) => visibility(of).test(document),
    ruleOf: (of, right) =>
      getOrCompute(covered, `${right}.${of.name}`, () => computeRule(subject, module(of.name).rules?.[right], of, snapshot, clock)),
    owns: (document) => ownedBy(document, subject.userId),
  };
}

function canFilter(module: CompiledModule, fieldName: string, rights: ModuleRights, field: FieldRights): boolean {
  if (field.read === 'none' || (field.read === 'owner' && rights.view !== 'Owner')) return false;
  return rights.sensitive || module.fields.get(fieldName)?.definition.sensitive !== true;
}

/** Internal fields belong to plugins. They are hidden from all users; only the product reads and writes them. */
function isInternal(module: CompiledModule | undefined, fieldName: string): boolean {
  return module?.fields.get(fieldName)?.definition.internal === true;
}

function createUnrestricted(subject: AccessSubject, isHidden: (module: string, fieldName: string) => boolean): Rights {
  return {
    userId: subject.userId,
    userType: subject.userType,
    active: subject.active,
    unrestricted: true,
    roles: subject.roles,
    teams: subject.teams,
    ofUser: subject.ofUser,
    isStaff: true,
    module: () => FULL_MODULE_RIGHTS,
    field: (module, fieldName) => (isHidden(module, fieldName) ? NO_FIELD_RIGHTS : FULL_FIELD_RIGHTS),
    hasPermission: () => true,
    visibilityFilter: () => undefined,
    namesOnly: () => false,
    canReadNames: () => true,
    canFilter: (of, fieldName) => !isHidden(of.name, fieldName),
    canSee: () => true,
    ruleOf: () => ALL_VISIBLE,
    owns: (document) => ownedBy(document, subject.userId),
  };
}

function ownedBy(document: RecordDocument, userId: string | undefined): boolean {
  return userId !== undefined && document['assigned_to'] === userId;
}

/** A result that depends on the current time is not cached. */
function getOrCompute(cached: Map<string, Visibility>, name: string, compute: () => Visibility): Visibility {
  const known = cached.get(name);
  if (known !== undefined) return known;
  const made = compute();
  if (!made.usesClock) cached.set(name, made);
  return made;
}

function getOrCreate<Value>(cached: Map<string, Value>, name: string, make: () => Value): Value {
  let value = cached.get(name);
  if (value === undefined) {
    value = make();
    cached.set(name, value);
  }
  return value;
}

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
      // A scope has the name that keys have for its module: it stays with a module that is renamed.
      typeof scope === 'object' && [name, '*'].includes(snapshot.moduleNames.ofKey(scope.module)) ? [scope.access] : [],
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
    narrowedFrom: rights,
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
  return { ...base, create: false, mass_update: false, assign_any_team: false, edit: 'None', delete: 'None', sensitive: false };
}

/**
 * The user's rights on a field of their own user record: the rights from roles, plus read access to all fields and
 * write access to the profile fields. What they sign in with is read-only.
 */
export function profileFieldRights(rights: Rights, users: CompiledModule, fieldName: string): FieldRights {
  const byRole = rights.field(users.name, fieldName);
  if (SIGN_IN_FIELDS.has(fieldName)) return { read: 'all', write: 'none' };
  // Nobody chooses who decides for them, unless they may edit all users.
  if (fieldName === MANAGER_FIELD && rights.module(users.name).edit !== 'All') return { read: 'all', write: 'none' };
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

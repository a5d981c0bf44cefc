import type { ClockPort } from '../ports/index.ts';
import type { DefinitionSnapshot } from '../registry/index.ts';
import type { CompiledModule } from '#engine/model/compiled';
import type { RecordDocument } from '#engine/model/values';
import {
  FULL_FIELD_RIGHTS,
  FULL_MODULE_RIGHTS,
  combineFieldAccess,
  combineModuleAccess,
  nameOnlyRights,
  NO_FIELD_RIGHTS,
  NO_MODULE_RIGHTS,
} from './combine-roles.ts';
import { isStaffType, NOBODY, RIGHTS_FIELDS, type AccessSubject } from './access-subject.ts';
import type { FieldRights, ModuleRights, Rights } from './rights.ts';
import { computeVisibility, ALL_VISIBLE, type Visibility } from './visibility.ts';

/** The rights of the product itself. */
export const SYSTEM_RIGHTS: Rights = createUnrestricted({ ...NOBODY, userType: 'System Admin', active: true }, () => false);

/** The rights of a user under one snapshot of the definitions, computed per module on first use. */
export function createRights(subject: AccessSubject, snapshot: DefinitionSnapshot, clock: ClockPort): Rights {
  if (subject.active && subject.userType === 'System Admin')
    return createUnrestricted(subject, (name, fieldName) => isInternal(snapshot.modules.get(name), fieldName));
  const byModule = new Map<string, ModuleRights>();
  const byField = new Map<string, FieldRights>();
  const seen = new Map<string, Visibility>();
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
  const visibility = (of: CompiledModule): Visibility => {
    const cached = seen.get(of.name);
    if (cached !== undefined) return cached;
    const made = namesOnly(of) ? ALL_VISIBLE : computeVisibility(subject, module(of.name), of, snapshot, clock);
    if (!made.usesClock) seen.set(of.name, made);
    return made;
  };
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
    owns: (document) => ownedBy(document, subject.userId),
  };
}

function ownedBy(document: RecordDocument, userId: string | undefined): boolean {
  return userId !== undefined && document['assigned_to'] === userId;
}

function getOrCreate<Value>(cached: Map<string, Value>, name: string, make: () => Value): Value {
  let value = cached.get(name);
  if (value === undefined) {
    value = make();
    cached.set(name, value);
  }
  return value;
}

import type { ClockPort } from '../ports/index.ts';
import type { DefinitionSnapshot } from '../registry/index.ts';
import type { CompiledModule, RecordDocument } from '#engine/model';
import { FULL_FIELD_RIGHTS, FULL_MODULE_RIGHTS, joinFieldAccess, joinModuleAccess, nameOnlyRights, NO_FIELD_RIGHTS, NO_MODULE_RIGHTS } from './join-roles.ts';
import { NOBODY, RIGHTS_FIELDS, type Person } from './person.ts';
import type { FieldRights, ModuleRights, Rights } from './rights.ts';
import { describeVisibility, SEES_ALL, type Visibility } from './visibility.ts';

/** The rights of the product itself. */
export const SYSTEM_RIGHTS: Rights = createUnrestricted({ ...NOBODY, userType: 'System Admin', active: true }, () => false);

/** Rights of a person under one snapshot of the definitions; worked out module by module as they are asked for. */
export function createRights(person: Person, snapshot: DefinitionSnapshot, clock: ClockPort): Rights {
  if (person.active && person.userType === 'System Admin') return createUnrestricted(person, (name, fieldName) => isInternal(snapshot.modules.get(name), fieldName));
  const byModule = new Map<string, ModuleRights>();
  const byField = new Map<string, FieldRights>();
  const seen = new Map<string, Visibility>();
  const staff = person.active && person.userType !== 'Provider' && person.userType !== 'Dashboard';
  const module = (name: string): ModuleRights => remember(byModule, name, () => (person.active && snapshot.modules.has(name) ? joinModuleAccess(person.roles, name) : NO_MODULE_RIGHTS));
  const namesOnly = (of: CompiledModule): boolean => staff && of.definition.namesReadable === true && !module(of.name).access;
  const field = (name: string, fieldName: string): FieldRights => remember(byField, `${name}.${fieldName}`, () => fieldRights(name, fieldName));
  const fieldRights = (name: string, fieldName: string): FieldRights => {
    const of = snapshot.modules.get(name);
    if (of === undefined || !person.active || isInternal(of, fieldName)) return NO_FIELD_RIGHTS;
    if (namesOnly(of)) return nameOnlyRights(of, fieldName);
    const joined = joinFieldAccess(person.roles, name, fieldName);
    return name === 'users' && RIGHTS_FIELDS.has(fieldName) ? { read: joined.read, write: 'none' } : joined;
  };
  const visibility = (of: CompiledModule): Visibility => {
    const kept = seen.get(of.name);
    if (kept !== undefined) return kept;
    const made = namesOnly(of) ? SEES_ALL : describeVisibility(person, module(of.name), of, snapshot, clock);
    if (!made.usesClock) seen.set(of.name, made);
    return made;
  };
  return {
    userId: person.userId, userType: person.userType, active: person.active, unrestricted: false, roles: person.roles, teams: person.teams, providerId: person.providerId, staff,
    module, field, namesOnly,
    visible: (of) => visibility(of).node,
    readsNames: (of) => namesOnly(of) || (module(of.name).access && field(of.name, of.nameField).read === 'all'),
    canFilter: (of, fieldName) => canFilter(of, fieldName, module(of.name), field(of.name, fieldName)),
    sees: (of, document) => visibility(of).test(document),
    owns: (document) => ownedBy(document, person.userId),
  };
}

function canFilter(module: CompiledModule, fieldName: string, rights: ModuleRights, field: FieldRights): boolean {
  if (field.read === 'none' || (field.read === 'owner' && rights.view !== 'Owner')) return false;
  return rights.sensitive || module.fields.get(fieldName)?.definition.sensitive !== true;
}

/** What a plugin keeps for itself is nobody's to see: only the product reads and writes it. */
function isInternal(module: CompiledModule | undefined, fieldName: string): boolean {
  return module?.fields.get(fieldName)?.definition.internal === true;
}

function createUnrestricted(person: Person, isHidden: (module: string, fieldName: string) => boolean): Rights {
  return {
    userId: person.userId, userType: person.userType, active: person.active, unrestricted: true, roles: person.roles, teams: person.teams, providerId: person.providerId, staff: true,
    module: () => FULL_MODULE_RIGHTS,
    field: (module, fieldName) => (isHidden(module, fieldName) ? NO_FIELD_RIGHTS : FULL_FIELD_RIGHTS),
    visible: () => undefined,
    namesOnly: () => false,
    readsNames: () => true,
    canFilter: (of, fieldName) => !isHidden(of.name, fieldName),
    sees: () => true,
    owns: (document) => ownedBy(document, person.userId),
  };
}

function ownedBy(document: RecordDocument, userId: string | undefined): boolean {
  return userId !== undefined && document['assigned_to'] === userId;
}

function remember<Value>(kept: Map<string, Value>, name: string, make: () => Value): Value {
  let value = kept.get(name);
  if (value === undefined) {
    value = make();
    kept.set(name, value);
  }
  return value;
}

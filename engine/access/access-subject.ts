import type { DefinitionSnapshot } from '../registry/index.ts';
import type { StorePort } from '../ports/index.ts';
import { allOf, type FilterNode } from '#engine/model/filter';
import type { CompiledField, CompiledModule } from '#engine/model/compiled';
import type { JsonValue, RecordDocument } from '#engine/model/values';
import type { RoleDefinition, UserType } from '#engine/model/definitions';

/** The properties of a user that determine their rights, as stored. */
export interface AccessSubject {
  readonly userId: string | undefined;
  readonly userType: UserType;
  readonly active: boolean;
  readonly roles: readonly RoleDefinition[];
  readonly teams: readonly string[];
  /** Ids of the records that represent the user, by variable (`userVariable` of modules). */
  readonly ofUser: { readonly [variable: string]: string };
}

/** A subject without any rights: an unknown, inactive or deleted user. */
export const NOBODY: AccessSubject = {
  userId: undefined,
  userType: 'Standard',
  active: false,
  roles: [],
  teams: [],
  ofUser: {},
};

/** Loads a user's type, roles, teams and the records that represent them. */
export async function loadAccessSubject(store: StorePort, snapshot: DefinitionSnapshot, userId: string): Promise<AccessSubject> {
  const users = snapshot.module('users');
  if (users === undefined) return { ...NOBODY, userId };
  const [stored] = await store.get(users.storage.name, [userId]);
  const user = stored?.document;
  if (user === undefined || user['deleted'] === true || user['active'] !== true) return { ...NOBODY, userId };
  const userType = readUserType(user['userType']);
  const roleIds = new Set(readIds(user['roles']));
  return {
    userId,
    userType,
    active: true,
    roles: [...snapshot.roles.values()].filter((role) => roleIds.has(role.id)),
    teams: readIds(user['teams']),
    ofUser: await findOwnRecords(store, snapshot, userId, userType),
  };
}

async function findOwnRecords(
  store: StorePort,
  snapshot: DefinitionSnapshot,
  userId: string,
  userType: UserType,
): Promise<AccessSubject['ofUser']> {
  const found: { [variable: string]: string } = {};
  for (const { name, field, userTypes, module } of snapshot.userVariables) {
    if (!userTypes.includes(userType)) continue;
    const filter = allOf(
      [equalsNode(module.fields.get(field), userId), equalsNode(module.fields.get('deleted'), 0)].filter((node) => node !== undefined),
    );
    const [id] = await store.findIds({ collection: module.storage.name, filter, sort: [], limit: 1 });
    if (id !== undefined) found[name] = id;
  }
  return found;
}

function equalsNode(field: CompiledField | undefined, value: string | number): FilterNode | undefined {
  const key = field?.keys[0];
  return key === undefined ? undefined : { kind: 'equals', key, values: [value] };
}

function readIds(value: JsonValue | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter((id): id is string => typeof id === 'string') : [];
}

function readUserType(value: JsonValue | undefined): UserType {
  return typeof value === 'string' && value !== '' ? value : 'Standard';
}

/** The user types of staff if the setting is missing. */
const STAFF_TYPES: readonly string[] = ['Admin', 'Standard'];

/** Whether users of a type are staff: the setting `staff_user_types`, and System Admins. */
export function isStaffType({ settings }: DefinitionSnapshot, userType: UserType): boolean {
  const types = settings.get('staff_user_types')?.setting;
  return userType === 'System Admin' || (Array.isArray(types) ? (types as readonly unknown[]) : STAFF_TYPES).includes(userType);
}

/** Fields of a user that determine rights. Only a System Admin can change them. */
export const RIGHTS_FIELDS: ReadonlySet<string> = new Set(['roles', 'teams', 'userType', 'active']);

/**
 * Fields that identify a user at sign-in. No save changes them on one's own record, whatever the rights: a stolen access token would be
 * enough to take over the account. Their own endpoints require the password.
 */
export const SIGN_IN_FIELDS: ReadonlySet<string> = new Set(['email']);

/** Fields of the system module of users that all users can change on their own record. */
const PROFILE_FIELDS: ReadonlySet<string> = new Set(['name', 'first_name', 'last_name', 'description']);

/** The field of a user that names who decides about approvals for them. */
export const MANAGER_FIELD = 'manager';

/** Whether all users can change a field on their own user record. */
export function isProfileField(users: CompiledModule, fieldName: string): boolean {
  return PROFILE_FIELDS.has(fieldName) || users.fields.get(fieldName)?.definition.profile === true;
}

const RIGHTS_MODULES: ReadonlySet<string> = new Set(['teams', 'roles']);

/**
 * Whether a save changes anyone's rights, so that its unit of work must increment the rights version. `changed`
 * contains the names of the changed fields.
 */
export function affectsRights(module: CompiledModule, changed: Iterable<string>, before: RecordDocument | undefined): boolean {
  if (RIGHTS_MODULES.has(module.name)) return true;
  const isUsers = module.name === 'users';
  const { userVariable } = module.definition;
  if (isUsers && before === undefined) return true;
  for (const field of changed) {
    if (isUsers && (RIGHTS_FIELDS.has(field) || field === 'deleted')) return true;
    if (userVariable !== undefined && (field === userVariable.field || field === 'deleted')) return true;
  }
  return false;
}

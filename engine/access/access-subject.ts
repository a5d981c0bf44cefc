import type { DefinitionSnapshot } from '../registry/index.ts';
import type { StorePort } from '../ports/index.ts';
import {
  allOf,
  type CompiledField,
  type CompiledModule,
  type FilterNode,
  type JsonValue,
  type RecordDocument,
  type RoleDefinition,
  type UserType,
} from '#engine/model';

/** The properties of a user that determine their rights, as stored. */
export interface AccessSubject {
  readonly userId: string | undefined;
  readonly userType: UserType;
  readonly active: boolean;
  readonly roles: readonly RoleDefinition[];
  readonly teams: readonly string[];
  readonly providerId: string | undefined;
}

/** A subject without any rights: an unknown, inactive or deleted user. */
export const NOBODY: AccessSubject = {
  userId: undefined,
  userType: 'Standard',
  active: false,
  roles: [],
  teams: [],
  providerId: undefined,
};

/** The field of a person record that refers to its user. */
const RELATED_USER_FIELD = 'related_user';

/**
 * Whether the module's records represent users, such as a provider's own record. Documents about a person also refer to
 * a user, but do not represent one.
 */
function isPersonModule(module: CompiledModule): boolean {
  return module.definition.kind === 'person' && module.fields.get(RELATED_USER_FIELD)?.refs.includes('users') === true;
}

/** Loads a user's type, roles, teams and own person record. */
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
    providerId: userType === 'Provider' ? await findOwnRecord(store, snapshot, userId) : undefined,
  };
}

async function findOwnRecord(store: StorePort, snapshot: DefinitionSnapshot, userId: string): Promise<string | undefined> {
  for (const module of [...snapshot.modules.values()].filter(isPersonModule)) {
    const filter = allOf(
      [equalsNode(module.fields.get(RELATED_USER_FIELD), userId), equalsNode(module.fields.get('deleted'), 0)].filter(
        (node) => node !== undefined,
      ),
    );
    const [id] = await store.findIds({ collection: module.storage.name, filter, sort: [], limit: 1 });
    if (id !== undefined) return id;
  }
  return undefined;
}

function equalsNode(field: CompiledField | undefined, value: string | number): FilterNode | undefined {
  const key = field?.keys[0];
  return key === undefined ? undefined : { kind: 'equals', key, values: [value] };
}

function readIds(value: JsonValue | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter((id): id is string => typeof id === 'string') : [];
}

function readUserType(value: JsonValue | undefined): UserType {
  return value === 'System Admin' || value === 'Admin' || value === 'Dashboard' || value === 'Provider' ? value : 'Standard';
}

/** Fields of a user that determine rights. Only a System Admin can change them. */
export const RIGHTS_FIELDS: ReadonlySet<string> = new Set(['roles', 'teams', 'userType', 'active']);

/** Fields that all users can change on their own user record. */
export const PROFILE_FIELDS: ReadonlySet<string> = new Set([
  'name',
  'first_name',
  'last_name',
  'title',
  'phone',
  'phone_ext',
  'other_phone',
  'mobile_phone',
  'home_phone',
  'street',
  'city',
  'state',
  'zip',
  'current_address',
  'birth_date',
  'description',
]);

const RIGHTS_MODULES: ReadonlySet<string> = new Set(['teams', 'roles']);

/**
 * Whether a save changes anyone's rights, so that its unit of work must increment the rights version. `changed`
 * contains the names of the changed fields.
 */
export function affectsRights(module: CompiledModule, changed: Iterable<string>, before: RecordDocument | undefined): boolean {
  if (RIGHTS_MODULES.has(module.name)) return true;
  const isUsers = module.name === 'users';
  if (isUsers && before === undefined) return true;
  for (const field of changed) {
    if (isUsers && (RIGHTS_FIELDS.has(field) || field === 'deleted')) return true;
    if (isPersonModule(module) && (field === RELATED_USER_FIELD || field === 'deleted')) return true;
  }
  return false;
}

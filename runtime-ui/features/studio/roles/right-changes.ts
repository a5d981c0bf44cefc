import { FIELD_ACCESS_LEVELS } from '#engine/model/definitions';
import type { JsonObject } from '#engine/model/values';
import { isObject } from '../../../headless/index.ts';
import {
  LEVEL_RIGHTS,
  LEVELS,
  listPermissions,
  objectOf,
  readFieldLevel,
  readModuleLevels,
  setAccess,
  setFieldLevel,
  setPermission,
  setRight,
  setSensitive,
  writeModule,
  YES_NO_RIGHTS,
} from './role-rights.ts';

/** A change of one right of a role, as an explanation of access proposes it. */
export interface RightChange {
  readonly module: string;
  /** 'view', 'export' …, 'field_access.<field>', 'sensitive_access'; 'permissions' of no module, whose value is a name. */
  readonly property: string;
  readonly value: string;
}

const FIELD = 'field_access.';

/** The property of a change that adds a permission of a plugin. */
export const PERMISSIONS = 'permissions';

/** Name of the field of a change; undefined: it is of the module. */
export function fieldOf({ property }: RightChange): string | undefined {
  return property.startsWith(FIELD) ? property.slice(FIELD.length) : undefined;
}

/** The role with a change; undefined: there is no such right or level. */
export function placeRight(role: JsonObject, change: RightChange): JsonObject | undefined {
  const { module, property, value } = change;
  if (property === PERMISSIONS) return listPermissions(role).includes(value) ? role : setPermission(role, value, true);
  const field = fieldOf(change);
  if (field !== undefined) {
    const level = FIELD_ACCESS_LEVELS.find((one) => one === value);
    return level === undefined ? undefined : setFieldLevel(role, module, field, level);
  }
  const isGiven = value === 'true';
  if (property === 'sensitive_access') return setSensitive(role, module, isGiven);
  if (property === 'access') return setAccess(role, module, isGiven);
  const yesNo = YES_NO_RIGHTS.find((one) => one === property);
  if (yesNo !== undefined) return setRight(role, module, yesNo, isGiven);
  const [right, level] = [LEVEL_RIGHTS.find((one) => one === property), LEVELS.find((one) => one === value)];
  return right === undefined || level === undefined ? undefined : setRight(role, module, right, level);
}

/** A change that gives a role back a right, and the role with it. */
export interface RestoredRight {
  readonly change: RightChange;
  readonly role: JsonObject;
}

/**
 * The role with a right as it is published: a field with its level, a right with its level or rule, a whole module (`access`) with its
 * fields. Undefined: there is no such right.
 */
export function restoreRight(role: JsonObject, published: JsonObject, module: string, property: string): RestoredRight | undefined {
  const before = readModuleLevels(published, module);
  const field = fieldOf({ module, property, value: '' });
  if (field !== undefined) {
    const level = readFieldLevel(published, module, field);
    const restored = setFieldLevel(role, module, field, level);
    // Who loses a sensitive field may have lost the right to read sensitive ones.
    const isSame = readFieldLevel(role, module, field) === level;
    return { change: { module, property, value: level }, role: isSame ? setSensitive(role, module, before.sensitive) : restored };
  }
  if (property === 'sensitive_access')
    return { change: { module, property, value: String(before.sensitive) }, role: setSensitive(role, module, before.sensitive) };
  const rights = ['access', ...LEVEL_RIGHTS, ...YES_NO_RIGHTS] as const;
  const right = rights.find((one) => one === property);
  if (right === undefined) return undefined;
  const change = { module, property, value: String(before[right]) };
  const now = readModuleLevels(role, module);
  // Without access a module has no entry, and none of its fields: they come back together.
  if (right === 'access' || !now.access) return { change, role: restoreModule(role, published, module) };
  const { [right]: value } = objectOf(objectOf(published['module_access'])[module]);
  const { [right]: _now, ...others } = objectOf(objectOf(role['module_access'])[module]);
  return { change, role: writeModule(role, module, value === undefined ? others : { ...others, [right]: value }) };
}

function restoreModule(role: JsonObject, published: JsonObject, module: string): JsonObject {
  const entry = objectOf(published['module_access'])[module];
  const { sensitive } = readModuleLevels(published, module);
  const withEntry = setSensitive(writeModule(role, module, isObject(entry) ? entry : undefined), module, sensitive);
  const { [module]: _now, ...others } = objectOf(role['field_access']);
  const limits = objectOf(published['field_access'])[module];
  return { ...withEntry, field_access: limits === undefined ? others : { ...others, [module]: limits } };
}

import { FIELD_ACCESS_LEVELS, type FieldAccessLevel } from '#engine/model/definitions';
import type { JsonObject, JsonValue } from '#engine/model/values';
import { isObject } from '../../../headless/index.ts';

/** The rights on a module that have levels. */
export const LEVEL_RIGHTS = ['view', 'edit', 'delete'] as const;
export type LevelRight = (typeof LEVEL_RIGHTS)[number];

/** The rights on a module that a role has or has not. */
export const YES_NO_RIGHTS = ['create', 'mass_update', 'export', 'assign_any_team'] as const;
export type YesNoRight = (typeof YES_NO_RIGHTS)[number];

export const LEVELS = ['All', 'Owner', 'None'] as const;
export type Level = (typeof LEVELS)[number];

/** The rights of a role on one module; no access is `access: false`. */
export interface ModuleLevels extends Readonly<Record<LevelRight, Level | 'Rule'>>, Readonly<Record<YesNoRight, boolean>> {
  readonly access: boolean;
  /** May read the sensitive fields. */
  readonly sensitive: boolean;
}

/** Common combinations of rights, to begin with. */
export const PRESETS = ['none', 'read', 'own', 'work', 'all'] as const;
export type Preset = (typeof PRESETS)[number];

const PRESET_ACCESS: Readonly<Record<Exclude<Preset, 'none'>, JsonObject>> = {
  read: { access: true, view: 'All', edit: 'None', delete: 'None' },
  own: { access: true, create: true, view: 'Owner', edit: 'Owner', delete: 'None' },
  work: { access: true, create: true, view: 'All', edit: 'All', delete: 'Owner', export: true },
  all: { access: true, create: true, view: 'All', edit: 'All', delete: 'All', export: true, mass_update: true },
};

/** A value as an object; {} if it is none. */
export function objectOf(value: JsonValue | undefined): JsonObject {
  return isObject(value) ? value : {};
}

function namesOf(value: JsonValue | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter((name) => typeof name === 'string') : [];
}

function without(object: JsonObject, name: string): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([key]) => key !== name));
}

/** The rights of a role definition on a module. A level that is neither All, Owner nor None is a rule. */
export function readModuleLevels(role: JsonObject, module: string): ModuleLevels {
  const access = objectOf(objectOf(role['module_access'])[module]);
  const level = (right: LevelRight): Level | 'Rule' => {
    const value = access[right];
    if (isObject(value)) return 'Rule';
    return LEVELS.find((one) => one === value) ?? 'None';
  };
  return {
    access: access['access'] === true,
    view: level('view'),
    edit: level('edit'),
    delete: level('delete'),
    create: access['create'] === true,
    mass_update: access['mass_update'] === true,
    export: access['export'] === true,
    assign_any_team: access['assign_any_team'] === true,
    sensitive: namesOf(role['sensitive_access']).includes(module),
  };
}

/** The role with another entry for a module; undefined: without one. */
export function writeModule(role: JsonObject, module: string, access: JsonObject | undefined): JsonObject {
  const modules = objectOf(role['module_access']);
  return { ...role, module_access: access === undefined ? without(modules, module) : { ...modules, [module]: access } };
}

/** The filter of a right whose level is a rule; undefined: it is none. */
export function readRule(role: JsonObject, module: string, right: LevelRight): JsonObject | undefined {
  const value = objectOf(objectOf(role['module_access'])[module])[right];
  return isObject(value) ? objectOf(value['filter']) : undefined;
}

/** The rule with which a right begins: the records that are assigned to the user. */
export const OWN_RECORDS: JsonObject = { assigned_to: { equals: { $: 'me' } } };

/** The role with this right on a module; a right on a module without access gives access too. */
export function setRight(role: JsonObject, module: string, right: LevelRight | YesNoRight, value: JsonValue): JsonObject {
  const before = objectOf(objectOf(role['module_access'])[module]);
  const isNone = value === false || (right === 'view' && value === 'None');
  const access = isNone ? without(before, right) : { ...before, [right]: value };
  return writeModule(role, module, { ...access, access: before['access'] === true || !isNone });
}

/** The role with or without access to a module; without access it has no other right on it, nor on its fields. */
export function setAccess(role: JsonObject, module: string, hasAccess: boolean): JsonObject {
  return hasAccess
    ? writeModule(role, module, { access: true, view: 'Owner', edit: 'None', delete: 'None' })
    : applyPreset(role, module, 'none');
}

export function setSensitive(role: JsonObject, module: string, isReadable: boolean): JsonObject {
  const names = namesOf(role['sensitive_access']).filter((name) => name !== module);
  return { ...role, sensitive_access: isReadable ? [...names, module] : names };
}

export function applyPreset(role: JsonObject, module: string, preset: Preset): JsonObject {
  if (preset !== 'none') return writeModule(role, module, PRESET_ACCESS[preset]);
  const cleared = writeModule(setSensitive(role, module, false), module, undefined);
  return { ...cleared, field_access: without(objectOf(role['field_access']), module) };
}

/** The level of a role on a field; a field that the role does not name can be read and written. */
export function readFieldLevel(role: JsonObject, module: string, field: string): FieldAccessLevel {
  const level = objectOf(objectOf(role['field_access'])[module])[field];
  return FIELD_ACCESS_LEVELS.find((one) => one === level) ?? 'read-write';
}

/** The fields of a module that the role names. */
export function listLimitedFields(role: JsonObject, module: string): readonly string[] {
  return Object.keys(objectOf(objectOf(role['field_access'])[module]));
}

export function setFieldLevel(role: JsonObject, module: string, field: string, level: FieldAccessLevel): JsonObject {
  const all = objectOf(role['field_access']);
  const before = without(objectOf(all[module]), field);
  const fields = level === 'read-write' ? before : { ...before, [field]: level };
  return { ...role, field_access: Object.keys(fields).length === 0 ? without(all, module) : { ...all, [module]: fields } };
}

export function listPermissions(role: JsonObject): readonly string[] {
  return namesOf(role['permissions']);
}

export function setPermission(role: JsonObject, name: string, isGranted: boolean): JsonObject {
  const others = listPermissions(role).filter((one) => one !== name);
  return { ...role, permissions: isGranted ? [...others, name] : others };
}

/** A right on a module or a field on which two roles, or two states of one, differ. */
export interface RightDifference {
  readonly module: string;
  /** Undefined: a right on the module. */
  readonly field: string | undefined;
  readonly right: LevelRight | YesNoRight | 'access' | 'sensitive' | 'field';
  readonly one: string | boolean;
  readonly other: string | boolean;
}

/** The differences of two roles on these modules, in their order. */
export function compareRoles(one: JsonObject, other: JsonObject, modules: readonly string[]): readonly RightDifference[] {
  return modules.flatMap((module) => {
    const [left, right] = [readModuleLevels(one, module), readModuleLevels(other, module)];
    const names = ['access', ...LEVEL_RIGHTS, ...YES_NO_RIGHTS, 'sensitive'] as const;
    const levels = names
      .filter((name) => textOf(one, module, name, left) !== textOf(other, module, name, right))
      .map((name): RightDifference => ({ module, field: undefined, right: name, one: left[name], other: right[name] }));
    const fields = [...new Set([...listLimitedFields(one, module), ...listLimitedFields(other, module)])];
    const limited = fields
      .map(
        (field): RightDifference => ({
          module,
          field,
          right: 'field',
          one: readFieldLevel(one, module, field),
          other: readFieldLevel(other, module, field),
        }),
      )
      .filter((difference) => difference.one !== difference.other);
    return [...levels, ...limited];
  });
}

/** Two rules differ if their filters do. */
function textOf(role: JsonObject, module: string, right: keyof ModuleLevels, levels: ModuleLevels): string {
  return levels[right] === 'Rule' ? JSON.stringify(objectOf(objectOf(role['module_access'])[module])[right]) : String(levels[right]);
}

import type { CompiledModule } from '#engine/model/compiled';
import type { FieldAccessLevel, RoleDefinition } from '#engine/model/definitions';
import { combineLevels, limitLevel, readLevel, type CombinedLevel } from './combine-levels.ts';
import type { ModuleRights, RowRight } from './module-rights.ts';
import type { FieldRights } from './rights.ts';

type FieldLevel = 'all' | 'owner' | 'none';

export const NO_MODULE_RIGHTS: ModuleRights = {
  access: false,
  create: false,
  mass_update: false,
  export: false,
  assign_any_team: false,
  view: 'None',
  edit: 'None',
  delete: 'None',
  sensitive: false,
};
export const FULL_MODULE_RIGHTS: ModuleRights = {
  access: true,
  create: true,
  mass_update: true,
  export: true,
  assign_any_team: true,
  view: 'All',
  edit: 'All',
  delete: 'All',
  sensitive: true,
};
export const FULL_FIELD_RIGHTS: FieldRights = { read: 'all', write: 'all' };
export const NO_FIELD_RIGHTS: FieldRights = { read: 'none', write: 'none' };

/** Field rights of users who may read only the names of records. */
export function nameOnlyRights(module: CompiledModule, field: string): FieldRights {
  return field === module.nameField ? { read: 'all', write: 'none' } : NO_FIELD_RIGHTS;
}

const FIELD_LEVELS: readonly FieldLevel[] = ['none', 'owner', 'all'];

const RIGHTS_BY_FIELD_LEVEL: { readonly [level in FieldAccessLevel]: FieldRights } = {
  none: NO_FIELD_RIGHTS,
  'read-only': { read: 'all', write: 'none' },
  'owner-read-owner-write': { read: 'owner', write: 'owner' },
  'read-owner-write': { read: 'all', write: 'owner' },
  'read-write': FULL_FIELD_RIGHTS,
};

/** The roles that apply to a module: those that list it with access. */
export function rolesFor(roles: readonly RoleDefinition[], module: string): readonly RoleDefinition[] {
  return roles.filter((role) => role.module_access[module]?.access === true);
}

/**
 * Combines the rights of roles on a module: the widest level of each right, with edit and delete limited to the level of view. Rules and own
 * records are joined: a record that one role gives is covered.
 */
export function combineModuleAccess(roles: readonly RoleDefinition[], module: string): ModuleRights {
  const levels = rolesFor(roles, module).map((role) => role.module_access[module] ?? {});
  if (levels.length === 0) return NO_MODULE_RIGHTS;
  const view = combineLevels(levels.map((level) => readLevel(level, 'view')));
  const [edit, remove] = (['edit', 'delete'] as const).map((right) =>
    limitLevel(combineLevels(levels.map((level) => readLevel(level, right))), view),
  ) as [CombinedLevel, CombinedLevel];
  return {
    access: true,
    create: levels.some((level) => level.create === true),
    mass_update: levels.some((level) => level.mass_update === true),
    export: levels.some((level) => level.export === true),
    assign_any_team: levels.some((level) => level.assign_any_team === true),
    view: view.level,
    edit: edit.level,
    delete: remove.level,
    sensitive: rolesFor(roles, module).some((role) => role.sensitive_access?.includes(module) === true),
    ...rulesOf({ view, edit, delete: remove }),
  };
}

function rulesOf(levels: { readonly [right in RowRight]: CombinedLevel }): Pick<ModuleRights, 'rules'> {
  const rules = Object.entries(levels).flatMap(([right, { rule }]) => (rule === undefined ? [] : [[right, rule] as const]));
  return rules.length === 0 ? {} : { rules: Object.fromEntries(rules) };
}

/** Combines the rights of roles on a field: the widest read level and the widest write level. */
export function combineFieldAccess(roles: readonly RoleDefinition[], module: string, field: string): FieldRights {
  const rights = rolesFor(roles, module).map((role) => RIGHTS_BY_FIELD_LEVEL[role.field_access?.[module]?.[field] ?? 'read-write']);
  if (rights.length === 0) return NO_FIELD_RIGHTS;
  return {
    read: widest(
      FIELD_LEVELS,
      rights.map((one) => one.read),
    ),
    write: widest(
      FIELD_LEVELS,
      rights.map((one) => one.write),
    ),
  };
}

function widest<Value extends string>(order: readonly Value[], values: readonly Value[]): Value {
  let best = 0;
  for (const value of values) best = Math.max(best, order.indexOf(value));
  return order[best] as Value;
}

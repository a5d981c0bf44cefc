import type { MenuDefinition, RoleDefinition } from '#engine/model/definitions';
import type { CheckContext, Report } from './check-context.ts';

/** Warns about modules, fields and permissions in a role that do not exist: they have no effect. */
export function checkRole(role: RoleDefinition, { modules, permissions }: CheckContext, warn: Report): void {
  role.permissions?.forEach((name, index) => {
    if (!permissions.has(name)) warn(`/permissions/${index}`, `No plugin declares the permission ${name}.`);
  });
  for (const name of Object.keys(role.module_access)) if (!modules.has(name)) warn(`/module_access/${name}`, `There is no module ${name}.`);
  for (const [name, fields] of Object.entries(role.field_access ?? {})) {
    const module = modules.get(name);
    if (!module) warn(`/field_access/${name}`, `There is no module ${name}.`);
    for (const field of Object.keys(fields)) {
      if (module && !module.fields.some((each) => each.definition.fieldName === field))
        warn(`/field_access/${name}/${field}`, `There is no field ${field} in ${name}.`);
    }
  }
}

/** Checks that the target of each menu item exists, and warns about unknown user types. */
export function checkMenu(menu: MenuDefinition, { modules, dropdowns }: CheckContext, report: Report, warn: Report): void {
  const types = dropdowns.get('user_type')?.options ?? [];
  menu.userTypes.forEach((type, index) => {
    if (!types.some(({ value }) => value === type)) warn(`/userTypes/${index}`, `There is no user type ${type}.`);
  });
  menu.groups.forEach((group, index) => {
    group.items.forEach((item, place) => {
      const path = `/groups/${index}/items/${place}`;
      if (item.module === undefined && item.route === undefined) report(path, `The item ${item.label} has neither a module nor a route.`);
      if (item.module !== undefined && !modules.has(item.module)) warn(`${path}/module`, `There is no module ${item.module}.`);
    });
  });
}

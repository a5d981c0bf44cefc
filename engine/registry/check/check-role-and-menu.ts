import type { ModuleCatalog } from '#engine/model/compiled';
import type { MenuDefinition, RoleDefinition } from '#engine/model/definitions';
import { parseFilter } from '#engine/model/filter';
import { listRowRules } from '../base/row-rules.ts';
import type { CheckContext, Report } from './check-context.ts';
import { makeContext } from './check-finders.ts';
import { suggestName } from './suggest-name.ts';

/** Warns about modules, fields and permissions in a role that do not exist: they have no effect. */
export function checkRole(role: RoleDefinition, { modules, permissions }: CheckContext, warn: Report): void {
  role.permissions?.forEach((name, index) => {
    if (!permissions.has(name))
      warn(`/permissions/${index}`, `No plugin declares the permission ${name}.${suggestName(name, permissions)}`);
  });
  const noModule = (name: string): string => `There is no module ${name}.${suggestName(name, modules.keys())}`;
  for (const name of Object.keys(role.module_access)) if (!modules.has(name)) warn(`/module_access/${name}`, noModule(name));
  for (const [name, fields] of Object.entries(role.field_access ?? {})) {
    const module = modules.get(name);
    const names = module?.fields.map(({ definition }) => definition.fieldName) ?? [];
    if (!module) warn(`/field_access/${name}`, noModule(name));
    for (const field of Object.keys(fields)) {
      if (module && !names.includes(field))
        warn(`/field_access/${name}/${field}`, `There is no field ${field} in ${name}.${suggestName(field, names)}`);
    }
  }
}

/** Warns about filters in the levels of a role that are not valid: they match nothing. */
export function checkRowRules(role: RoleDefinition, catalog: ModuleCatalog, warn: Report): void {
  for (const { module: name, path, filter } of listRowRules(role)) {
    const module = catalog.modules.get(name);
    if (module === undefined) continue;
    const parsed = parseFilter(filter, makeContext(module, catalog));
    if (parsed.ok) continue;
    const { choices } = parsed;
    const suggestion = choices === undefined ? '' : suggestName(choices.name, choices.names);
    const place = [path, ...(parsed.path === '' ? [] : parsed.path.split('.'))].join('/');
    warn(place, `${parsed.reason.charAt(0).toUpperCase()}${parsed.reason.slice(1)} (${parsed.path}).${suggestion}`);
  }
}

/** Checks that the target of each menu item exists, and warns about unknown user types. */
export function checkMenu(menu: MenuDefinition, { modules, dropdowns }: CheckContext, report: Report, warn: Report): void {
  const types = dropdowns.get('user_type')?.options ?? [];
  menu.userTypes.forEach((type, index) => {
    const values = types.map(({ value }) => value);
    if (!values.includes(type)) warn(`/userTypes/${index}`, `There is no user type ${type}.${suggestName(type, values)}`);
  });
  menu.groups.forEach((group, index) => {
    group.items.forEach((item, place) => {
      const path = `/groups/${index}/items/${place}`;
      if (item.module === undefined && item.route === undefined) report(path, `The item ${item.label} has neither a module nor a route.`);
      if (item.module !== undefined && !modules.has(item.module))
        warn(`${path}/module`, `There is no module ${item.module}.${suggestName(item.module, modules.keys())}`);
    });
  });
}

import { DEFINITION_SCHEMAS, type RoleDefinition } from '#engine/model/definitions';
import type { DefinitionProblem } from '../problem.ts';
import type { DefinitionSetDraft } from './definition-set.ts';

/**
 * Rights that a plugin gives to a role of the product: on modules that the plugin defines, and permissions that it
 * declares. What the role itself says about a module or field has priority, and so have the changes of an admin.
 */
export interface RoleExtension extends Pick<RoleDefinition, 'field_access' | 'sensitive_access' | 'permissions'> {
  /** Name of the role, such as 'Clerk'. Nothing is added if there is no role of that name. */
  readonly role: string;
  /** Levels by module name. */
  readonly module_access?: RoleDefinition['module_access'];
}

const { module_access, field_access, sensitive_access, permissions, name } = DEFINITION_SCHEMAS.role.properties;

/** JSON Schema of a role extension, built from properties of the role schema. */
export const ROLE_EXTENSION_SCHEMA = {
  type: 'object',
  required: ['role'],
  additionalProperties: false,
  properties: { role: name, module_access, field_access, sensitive_access, permissions },
} as const;

/** A checked role extension, its position, and what its author may give rights on. */
export interface RoleExtensionSource {
  readonly extension: RoleExtension;
  readonly file: string;
  readonly path: string;
  readonly owns: (kind: 'module' | 'permission', name: string) => boolean;
}

/** Adds checked role extensions to the roles that they name. Returns the rights that were not given, because they are not the author's. */
export function extendRoles(
  set: DefinitionSetDraft,
  sources: readonly RoleExtensionSource[],
): { readonly problems: readonly DefinitionProblem[]; readonly warnings: readonly DefinitionProblem[] } {
  const problems: DefinitionProblem[] = [];
  const warnings: DefinitionProblem[] = [];
  for (const source of sources) {
    const { extension, file, path } = source;
    const foreign = findForeign(source);
    problems.push(...foreign);
    if (foreign.length > 0) continue;
    const role = [...set.role.values()].find((each) => each.name === extension.role);
    if (role === undefined)
      warnings.push({ file, path: `${path}/role`, cause: `There is no role ${extension.role}, so nothing was added to it.` });
    else set.role.set(role.id, extendRole(role, extension));
  }
  return { problems, warnings };
}

function findForeign({ extension, file, path, owns }: RoleExtensionSource): readonly DefinitionProblem[] {
  const modules = (['module_access', 'field_access'] as const).flatMap((part) =>
    Object.keys(extension[part] ?? {}).map((module) => ({ module, at: `${part}/${module}` })),
  );
  const sensitive = (extension.sensitive_access ?? []).map((module, index) => ({ module, at: `sensitive_access/${index}` }));
  return [
    ...[...modules, ...sensitive]
      .filter(({ module }) => !owns('module', module))
      .map(({ module, at }) => ({
        file,
        path: `${path}/${at}`,
        cause: `A plugin can give rights only on its own modules, and ${module} is not one of them.`,
      })),
    ...(extension.permissions ?? []).flatMap((permission, index) =>
      owns('permission', permission)
        ? []
        : [{ file, path: `${path}/permissions/${index}`, cause: `The plugin does not declare the permission ${permission}.` }],
    ),
  ];
}

function extendRole(role: RoleDefinition, extension: RoleExtension): RoleDefinition {
  const fields = { ...extension.field_access, ...role.field_access };
  for (const [module, levels] of Object.entries(extension.field_access ?? {}))
    fields[module] = { ...levels, ...role.field_access?.[module] };
  const sensitive = joinLists(role.sensitive_access, extension.sensitive_access);
  const permissions = joinLists(role.permissions, extension.permissions);
  return {
    ...role,
    module_access: { ...extension.module_access, ...role.module_access },
    ...(Object.keys(fields).length === 0 ? {} : { field_access: fields }),
    ...(sensitive.length === 0 ? {} : { sensitive_access: sensitive }),
    ...(permissions.length === 0 ? {} : { permissions }),
  };
}

function joinLists(own: readonly string[] = [], added: readonly string[] = []): string[] {
  return [...new Set([...own, ...added])];
}

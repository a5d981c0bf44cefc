import { SYSTEM_ACTOR, type Rights } from '../../access/index.ts';
import { MusterError } from '../../errors/index.ts';
import {
  removeDefinitions,
  serveDefinitions,
  toEntry,
  type DefinitionEndpointOptions,
  type DefinitionEntry,
} from '../definition-endpoints.ts';
import type { JsonValue, RoleDefinition } from '#engine/model';
import { bodyOf, parameterOf, type RequestContext, type EndpointRouter } from '../request/request-context.ts';
import { idsOf } from '../request/write-input.ts';

const ROLES: DefinitionEndpointOptions<'role'> = {
  kind: 'role',
  base: '/api/roles',
  list: (snapshot) => snapshot.roles.values(),
  show: showRole,
  normalize: readEnabled,
  complete: (definition) => {
    definition['module_access'] ??= {};
  },
  assertRemovable: assertNobodyHasRole,
};

/** `/api/roles`: definitions; staff read their names, System Admins read and change everything. */
export function serveRoles(router: EndpointRouter): void {
  serveDefinitions(router, ROLES);
  for (const method of ['PUT', 'DELETE'] as const)
    router.on({ method, url: '/api/roles/mark-deleted/:id' }, (context) => removeDefinitions(ROLES, context, [parameterOf(context, 'id')]));
  // A definition has no deletion mark: its removal is stored in the change-set, so both endpoints do the same.
  for (const path of ['mark-as-deleted', 'delete-forever'])
    router.on({ method: 'PUT', url: `/api/roles/${path}/by-array` }, (context) =>
      removeDefinitions(ROLES, context, idsOf(bodyOf(context))),
    );
}

function showRole(definition: RoleDefinition, rights: Rights): DefinitionEntry | undefined {
  if (rights.unrestricted) return toEntry<'role'>(definition);
  return rights.isStaff ? { _id: definition.id, name: definition.name } : undefined;
}

/** The specification's 'Enabled' is true. */
function readEnabled(sent: { readonly [name: string]: JsonValue }): { readonly [name: string]: JsonValue } {
  const { module_access: access } = sent;
  if (!isObject(access)) return sent;
  return {
    ...sent,
    module_access: mapValues(access, (levels) =>
      isObject(levels) ? mapValues(levels, (level) => (level === 'Enabled' ? true : level)) : levels,
    ),
  };
}

function isObject(value: JsonValue | undefined): value is { readonly [name: string]: JsonValue } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function mapValues(object: { readonly [name: string]: JsonValue }, change: (value: JsonValue) => JsonValue): { [name: string]: JsonValue } {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value)]));
}

async function assertNobodyHasRole(id: string, context: RequestContext): Promise<void> {
  const { total } = await context.services.records.find(SYSTEM_ACTOR, { module: 'users', filter: { roles: id }, limit: 1 });
  if (total > 0) throw new MusterError('definition_in_use', { data: { references: [{ from: 'users', count: total }] } });
}

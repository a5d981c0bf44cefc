import { SYSTEM_ACTOR } from '../../access/index.ts';
import { MusterError } from '../../errors/index.ts';
import { remove, serveDefinitions, toEntry, type DefinitionCalls } from '../definition-calls.ts';
import { bodyOf, parameterOf, type Call, type CallRouter } from '../request/call.ts';
import { idsOf } from '../request/write-input.ts';

const ROLES: DefinitionCalls<'role'> = {
  kind: 'role',
  base: '/api/roles',
  list: (snapshot) => snapshot.roles.values(),
  show: (definition, rights) => (rights.unrestricted ? toEntry<'role'>(definition) : { _id: definition.id, name: definition.name }),
  complete: (definition) => {
    definition['module_access'] ??= {};
  },
  assertRemovable: assertNobodyHasRole,
};

/** `/api/roles`: definitions; staff read their names, System Admins read and change all. */
export function serveRoles(router: CallRouter): void {
  serveDefinitions(router, ROLES);
  for (const method of ['PUT', 'DELETE'] as const) router.on({ method, url: '/api/roles/mark-deleted/:id' }, (call) => remove(ROLES, call, [parameterOf(call, 'id')]));
  router.on({ method: 'PUT', url: '/api/roles/mark-as-deleted/by-array' }, (call) => remove(ROLES, call, idsOf(bodyOf(call))));
}

async function assertNobodyHasRole(id: string, call: Call): Promise<void> {
  const { total } = await call.services.records.find(SYSTEM_ACTOR, { module: 'users', filter: { roles: id }, limit: 1 });
  if (total > 0) throw new MusterError('definition_in_use', { data: { references: [{ from: 'users', count: total }] } });
}

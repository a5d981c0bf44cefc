import type { CompiledModule } from '#engine/model';
import { PROFILE_FIELDS } from './access-subject.ts';
import type { FieldRights, Rights } from './rights.ts';

/** What someone may do with a field of their own record among the users: what roles give, and beside it all reading and the profile's writing. */
export function profileFieldRights(rights: Rights, users: CompiledModule, fieldName: string): FieldRights {
  const byRole = rights.field(users.name, fieldName);
  if (rights.unrestricted || users.fields.get(fieldName)?.definition.internal === true) return byRole;
  return { read: 'all', write: PROFILE_FIELDS.has(fieldName) ? 'all' : rights.namesOnly(users) ? 'none' : byRole.write };
}

/** Someone's rights as they stand on their own record among the users, which is theirs to see and to change whatever their roles say. */
export function profileRights(rights: Rights, users: CompiledModule): Rights {
  return {
    ...rights,
    module: (name) => (name === users.name ? { ...rights.module(name), access: true, view: 'All', edit: 'All' } : rights.module(name)),
    field: (name, fieldName) => (name === users.name ? profileFieldRights(rights, users, fieldName) : rights.field(name, fieldName)),
  };
}

import type { CompiledModule } from '#engine/model';
import { isProfileField } from './access-subject.ts';
import type { FieldRights, Rights } from './rights.ts';

/**
 * The user's rights on a field of their own user record: the rights from roles, plus read access to all fields and
 * write access to the profile fields.
 */
export function profileFieldRights(rights: Rights, users: CompiledModule, fieldName: string): FieldRights {
  const byRole = rights.field(users.name, fieldName);
  if (rights.unrestricted || users.fields.get(fieldName)?.definition.internal === true) return byRole;
  return { read: 'all', write: isProfileField(users, fieldName) ? 'all' : rights.namesOnly(users) ? 'none' : byRole.write };
}

/** The user's rights on their own user record, which they can view and edit regardless of their roles. */
export function profileRights(rights: Rights, users: CompiledModule): Rights {
  return {
    ...rights,
    module: (name) => (name === users.name ? { ...rights.module(name), access: true, view: 'All', edit: 'All' } : rights.module(name)),
    field: (name, fieldName) => (name === users.name ? profileFieldRights(rights, users, fieldName) : rights.field(name, fieldName)),
  };
}

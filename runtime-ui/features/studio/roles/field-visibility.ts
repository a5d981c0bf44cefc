import type { FieldDefinition } from '#engine/model/definitions';
import type { JsonObject } from '#engine/model/values';
import { listLimitedFields, readFieldLevel, readModuleLevels } from './role-rights.ts';

/** What people with a role see of a field: nothing, a mask, the value on some records, the value, or an input. */
export type FieldVisibility = 'noModule' | 'hidden' | 'masked' | 'read' | 'own' | 'readOwnWrite' | 'write';

/** What a role alone lets people see of a field. */
export interface RoleVisibility {
  readonly visibility: FieldVisibility;
  /** The records on which they see it: all that they can see, of course; `own` or `rule` if those are not all. */
  readonly records: 'all' | 'own' | 'rule';
}

const BY_LEVEL = {
  none: 'hidden',
  'read-only': 'read',
  'owner-read-owner-write': 'own',
  'read-owner-write': 'readOwnWrite',
  'read-write': 'write',
} as const;

/**
 * What a role lets people see of a field, by its rights on the module, on the field and to sensitive fields. `names`: of the field, the
 * one of the draft first; a role may still name a renamed field by the one before.
 */
export function readFieldVisibility(
  role: JsonObject,
  module: string,
  names: readonly string[],
  { sensitive }: Pick<FieldDefinition, 'sensitive'>,
): RoleVisibility {
  const levels = readModuleLevels(role, module);
  const records = levels.view === 'Owner' ? 'own' : levels.view === 'Rule' ? 'rule' : 'all';
  if (!levels.access || levels.view === 'None') return { visibility: 'noModule', records };
  const limited = listLimitedFields(role, module);
  const level = readFieldLevel(role, module, names.find((name) => limited.includes(name)) ?? '');
  const visibility = BY_LEVEL[level];
  if (visibility !== 'hidden' && sensitive === true && !levels.sensitive) return { visibility: 'masked', records };
  // Without the right to change records, nobody changes their fields.
  const canEdit = levels.edit !== 'None';
  return { visibility: !canEdit && (visibility === 'write' || visibility === 'readOwnWrite') ? 'read' : visibility, records };
}

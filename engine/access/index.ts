export { SYSTEM_ACTOR, createAccess, type Actor, type Access, type AccessOptions, type AccessScope } from './create-access.ts';
export { assertAdmin } from './assert-admin.ts';
export type { ModuleRights, RowRight } from './module-rights.ts';
export type { FieldRights, Rights } from './rights.ts';
export { createRights, SYSTEM_RIGHTS, profileFieldRights, profileRights } from './create-rights.ts';
export { includesRule } from './combine-levels.ts';
export { combineFieldAccess, combineModuleAccess } from './combine-roles.ts';
export { createDeniedError, createModuleAccessDeniedError } from './denied-by-scope.ts';
export { copyActor } from './copy-actor.ts';
export { digestReader, digestRights } from './digest-rights.ts';
export type { ExplainAccessInput } from './explain-contract.ts';
export { explainAccess, explainInactive, NO_SUCH_RECORD } from './explain.ts';
export { explainPermission, NO_SUCH_PERMISSION } from './explain-permission.ts';
export { canUseFields, usableListViews } from './usable-filters.ts';
export {
  isStaffType,
  RIGHTS_FIELDS,
  MANAGER_FIELD,
  SIGN_IN_FIELDS,
  affectsRights,
  loadAccessSubject,
  type AccessSubject,
} from './access-subject.ts';
export { timeZoneOf, variablesOf } from './visibility.ts';

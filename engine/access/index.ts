export { SYSTEM_ACTOR, type Actor } from './actor.ts';
export type { AccessAnswer, AccessGrant, AccessReason, FieldRights, ModuleRights, RecordAction, Rights } from './rights.ts';
export { createAccess, type Access, type AccessOptions, type AccessScope } from './create-access.ts';
export { createRights, SYSTEM_RIGHTS } from './create-rights.ts';
export { explainAccess, NO_SUCH_RECORD } from './explain.ts';
export type { ExplainQuestion } from './explain-rule.ts';
export { PROFILE_FIELDS, RIGHTS_FIELDS, touchesRights, type Person } from './person.ts';
export { timeZoneOf } from './time-zone.ts';
export { variablesOf } from './visibility.ts';

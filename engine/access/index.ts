export { SYSTEM_ACTOR, type Actor } from './actor.ts';
export type { AccessAnswer, AccessGrant, AccessReason, FieldRights, ModuleRights, RecordAction, Rights } from './rights.ts';

// The door for plugins: what they may use of the server, by name.
export { definePlugin } from './plugin-host/index.ts';
export type {
  PluginContext, PluginHook, PluginJob, PluginManifest, PluginPermission, PluginRouteAnswer, PluginRouteContext,
  PluginRouteDefinition, PluginSetting,
} from './plugin-host/index.ts';
export { SYSTEM_ACTOR } from './access/index.ts';
export type { Actor, ModuleRights, Rights } from './access/index.ts';
export { MusterError, type ErrorDetail, type ErrorRow } from './errors/index.ts';
export type { ClockPort, IdsPort, LogPort } from './ports/index.ts';
export type {
  AuditEntry, AuditInput, BulkResult, CreateInput, DeleteInput, FindInput, FindResult, GetInput, GroupInput, GroupResult,
  HookContext, InSaveContext, OperationWarning, PostSaveContext, PreSaveContext, RecordOperations, RefusedRecord,
  RelatedInput, RemoveInput, SaveEvent, SaveKind, UndoResult, UnitReader, UpdateInput, VisibleRecord, WriteOptions, WriteResult,
} from './records/index.ts';
export type { DefinitionSnapshot, ModuleExtension } from './registry/index.ts';

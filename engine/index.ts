// Entry point for plugins: the server APIs that they may use.
export { defineDuplicates, defineBackfill, definePlugin, paginateRecords } from './plugin-host/index.ts';
export type {
  DuplicateCheck,
  DuplicateRule,
  BackfillRule,
  PluginContext,
  PluginHook,
  PluginJob,
  PluginJobContext,
  PluginJobOptions,
  PluginManifest,
  PluginPermission,
  PluginRouteResponse,
  PluginRouteContext,
  PluginRouteDefinition,
  PluginSetting,
  RecordFields,
  RecordPagerContext,
} from './plugin-host/index.ts';
export { SYSTEM_ACTOR } from './access/index.ts';
export type { Actor, ModuleRights, Rights } from './access/index.ts';
export { MusterError, type ErrorDetail, type ErrorRow } from './errors/index.ts';
export type { ClockPort, IdsPort, LogPort } from './ports/index.ts';
export type {
  AbsenceOptions,
  AuditEntry,
  AuditInput,
  BulkResult,
  CreateInput,
  DeleteInput,
  FindInput,
  FindResult,
  GetInput,
  GroupInput,
  GroupResult,
  HookContext,
  MergeHookContext,
  InTransactionContext,
  OperationWarning,
  PostSaveContext,
  PreSaveContext,
  RecordOperations,
  RefusedRecord,
  RelatedInput,
  RemoveInput,
  SaveEvent,
  SaveKind,
  UndoResult,
  UnitReader,
  UpdateInput,
  VisibleRecord,
  WriteOptions,
  WriteResult,
} from './records/index.ts';
export { withWarnings } from './records/index.ts';
export type { DefinitionSnapshot, ModuleExtension } from './registry/index.ts';

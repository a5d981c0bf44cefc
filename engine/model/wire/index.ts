export { UNDO_STATES } from './wire.ts';
export type { AliasEntry } from './alias-entry.ts';
export { API_TOKEN_SCOPES, readApiTokenScope, type ApiTokenScope, type ApiTokenView, type CreatedApiToken } from './api-token.ts';
export type { DemoDataView } from './demo-data.ts';
export * from './access.ts';
export type { AccessValues } from './access-values.ts';
export * from './saved-view.ts';
export type {
  AttentionView,
  DefinitionConflictView,
  DefinitionProblemView,
  UndoProgress,
  ErrorBody,
  FieldRightsView,
  FieldView,
  AccessLevel,
  ModuleRightsView,
  ModuleSummary,
  ModuleView,
  PopulatedRelate,
  QuickSearchHit,
  RecordLink,
  RelationView,
  SessionUser,
  ShellPreviewView,
  ShellView,
  UndoState,
  UserVariableView,
  SignInResponse,
} from './wire.ts';
export {
  SECRET_MAX_LENGTH,
  SECRET_STATES,
  type PermissionView,
  type PluginSecretView,
  type PluginStatusView,
  type SecretState,
} from './plugin.ts';
export type * from './approval.ts';
export * from './backtest.ts';
export * from './save-trace.ts';
export * from './batch.ts';
export * from './change-set.ts';
export * from './replacement.ts';
export * from './charts.ts';
export * from './definition-overview.ts';
export * from './figures.ts';
export * from './export-job.ts';
export * from './import.ts';
export * from './index-use.ts';
export * from './layout-cost.ts';
export * from './audit.ts';
export * from './mail.ts';
export type { NotificationMail, NotificationPage, NotificationPreference, NotificationView } from './notification.ts';
export * from './quarantine.ts';
export * from './queue.ts';
export { SETTING_SOURCES, type SettingSourceKind, type SettingView } from './setting.ts';
export type { PreviewPerson, PreviewView, StartedPreview } from './preview.ts';
export type { SessionView, UserAccountView } from './session.ts';
export * from './webhook.ts';
export {
  LIVE_SERVER_MESSAGE_SCHEMAS,
  LIVE_CLIENT_MESSAGE_SCHEMAS,
  LiveTargetSchema,
  SYSTEM_UPDATE_EVENT,
  type LiveServerMessage,
  type LiveChange,
  type LiveGone,
  type LivePerson,
  type LiveClientMessage,
  type LiveTarget,
  type SubscriptionEffect,
} from './live.ts';
export { LIVE_CLOSE_CODES } from './live-close-codes.ts';

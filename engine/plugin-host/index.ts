export { definePlugin } from './manifest.ts';
export { defineBackfill, paginateRecords, type BackfillRule, type RecordPagerContext } from './backfill-records.ts';
export { defineDuplicates, type DuplicateCheck } from './duplicates/define-duplicates.ts';
export type { DuplicateRule, RecordFields, ShownOf, ShownValues } from './duplicates/duplicate-rule.ts';
export { defineService, type OfferedService, type ServiceReference, type ServiceToken } from './plugin-services.ts';
export { offerService } from './offer-service.ts';
export type { PluginFile, PluginFileInput, PluginFiles, PluginFileSource } from './plugin-files.ts';
export type { PluginHttp, PluginHttpRequest, PluginHttpResponse } from './plugin-http.ts';
export type { PluginLive, PluginLiveEvent } from './plugin-live.ts';
export type { PluginMail, PluginMailMessage } from './plugin-mail.ts';
export type { NotificationCreator, NotificationInput, NotificationKind, PluginNotification } from './plugin-notifications.ts';
export type {
  EffectContext,
  PluginContext,
  PluginEffects,
  PluginJob,
  PluginJobContext,
  PluginJobOptions,
  MenuContext,
  PluginManifest,
  PluginMenu,
  PluginMigration,
  PluginMigrationContext,
  PluginRouteContext,
  PluginRouteDefinition,
  PluginSessionData,
  ServiceContext,
  SessionDataContext,
} from './manifest.ts';
export type { PluginMenuResult } from './menu-result.ts';
export type { HookPlacement, PluginHook } from './plugin-hook.ts';
export type { PluginWorkflowAction } from './plugin-workflows.ts';
export type { PluginDownload, PluginRouteResponse } from './route-response.ts';
export type { OpenedLink, PluginLink, PluginLinkOptions } from './plugin-links.ts';
export type { PluginPermission, PluginSecret, PluginSetting } from './plugin-settings.ts';
export { createJobAdder, type JobAdderFactory } from './add-job.ts';
export { PLUGIN_DATA_COLLECTION } from './migrate-plugin.ts';
export { createPluginSecrets, SECRETS_COLLECTION, type PluginSecrets } from './secrets.ts';
export { isDownload } from './read-download.ts';
export { createPluginHost, type PluginHost, type PluginHostOptions } from './create-plugin-host.ts';
export type { HostedRequest, HostedRoute } from './plugin-routes.ts';
export type { PluginServices } from './plugin-runtime.ts';

export { definePlugin } from './manifest.ts';
export { defineBackfill, paginateRecords, type BackfillRule, type RecordPagerContext } from './backfill-records.ts';
export { defineDuplicates, type DuplicateCheck, type DuplicateRule, type RecordFields } from './duplicates/index.ts';
export type {
  PluginContext,
  PluginHook,
  PluginJob,
  PluginJobContext,
  OpenedLink,
  PluginJobOptions,
  PluginLink,
  PluginLinkOptions,
  PluginManifest,
  PluginMigration,
  PluginMigrationContext,
  PluginPermission,
  PluginRouteResponse,
  PluginRouteContext,
  PluginRouteDefinition,
  PluginSecret,
  PluginSetting,
} from './manifest.ts';
export { createJobAdder, type JobAdderFactory } from './add-job.ts';
export { createPluginHost, type PluginHost, type PluginHostOptions } from './create-plugin-host.ts';
export { PLUGIN_DATA_COLLECTION } from './migrate-plugin.ts';
export { createPluginSecrets, SECRETS_COLLECTION, type PluginSecrets } from './secrets.ts';
export type { HostedRequest, HostedRoute, RouteServices } from './plugin-routes.ts';

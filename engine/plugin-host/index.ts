export { definePlugin } from './manifest.ts';
export { defineBackfill, paginateRecords, type BackfillRule, type RecordPagerContext } from './backfill-records.ts';
export { defineDuplicates, type DuplicateCheck } from './duplicates/define-duplicates.ts';
export type { DuplicateRule, RecordFields } from './duplicates/find-duplicates.ts';
export type {
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
} from './manifest.ts';
export { createPluginHost, type PluginHost, type PluginHostOptions, type PluginStatus } from './create-plugin-host.ts';
export type { HostedRequest, HostedRoute, RouteServices } from './plugin-routes.ts';

export { definePlugin } from './manifest.ts';
export { defineFill, type FillRule } from './fill-records.ts';
export { walkRecords, type Walker } from './walk-records.ts';
export { defineDuplicates, type DuplicateCheck, type DuplicateRule, type RecordFields } from './duplicates/index.ts';
export type {
  PluginContext, PluginHook, PluginJob, PluginJobContext, PluginManifest, PluginPermission, PluginRouteAnswer, PluginRouteContext,
  PluginRouteDefinition, PluginSetting,
} from './manifest.ts';
export { createPluginHost, type HostedJob, type PluginHost, type PluginHostOptions, type PluginStatus } from './create-plugin-host.ts';
export type { HostedCall, HostedRoute, RouteServices } from './plugin-routes.ts';

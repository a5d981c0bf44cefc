export { definePlugin } from './manifest.ts';
export type {
  PluginContext, PluginHook, PluginJob, PluginManifest, PluginPermission, PluginRouteAnswer, PluginRouteContext,
  PluginRouteDefinition, PluginSetting,
} from './manifest.ts';
export { createPluginHost, type HostedJob, type PluginHost, type PluginHostOptions, type PluginStatus } from './create-plugin-host.ts';
export type { HostedCall, HostedRoute, RouteServices } from './plugin-routes.ts';

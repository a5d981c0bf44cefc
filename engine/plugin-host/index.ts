export { definePlugin } from './manifest.ts';
export type {
  PluginContext, PluginHook, PluginJob, PluginManifest, PluginPermission, PluginRouteAnswer, PluginRouteContext,
  PluginRouteDefinition, PluginSetting,
} from './manifest.ts';

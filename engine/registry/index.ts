export type * from './contract.ts';
export type { DeclaredPermission, PluginDefinitions } from './base/load-base.ts';
export type { ModuleExtension } from './base/extend-modules.ts';
export type { RoleExtension } from './base/extend-roles.ts';
export { loadSnapshot, type RegistryOptions } from './registry-core.ts';
export { createRegistry } from './create-registry.ts';
export { yieldToEventLoop } from './yield-to-event-loop.ts';
export { exportSchemas } from './export-definitions.ts';

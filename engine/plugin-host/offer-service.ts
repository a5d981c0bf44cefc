import { makePluginInvalid } from './check-manifests.ts';
import type { PluginManifest, ServiceContext } from './manifest.ts';
import { pluginOfService, type OfferedService, type ServiceMethods, type ServiceReference, type ServiceToken } from './plugin-services.ts';
import { parseVersion, satisfiesRange } from './version-range.ts';

/**
 * Offers a service to other plugins, for `services` of the manifest. `implementation` is the service, or a function that creates it for one
 * call: its context is that of the offering plugin, for the actor of the caller.
 */
export function offerService<Service extends ServiceMethods<Service>>(
  { name, version }: ServiceToken<Service>,
  implementation: Service | ((context: ServiceContext) => Service),
): OfferedService<ServiceContext> {
  return { name, version, create: typeof implementation === 'function' ? implementation : () => implementation };
}

/** Checks which services the plugins offer and use. Errors: `plugin_invalid`. */
export function assertServices(plugins: readonly PluginManifest[]): void {
  const byName = new Map(plugins.map((plugin) => [plugin.name, plugin]));
  for (const plugin of plugins) {
    const offered = new Set<string>();
    for (const service of plugin.services ?? []) {
      const cause = explainReference(service) ?? explainOffer(plugin, service, offered);
      if (cause !== undefined) throw makePluginInvalid(plugin.name, cause);
      offered.add(service.name);
    }
    for (const token of plugin.uses ?? []) {
      const cause = explainReference(token) ?? explainUse(plugin, token, byName.get(pluginOfService(token)));
      if (cause !== undefined) throw makePluginInvalid(plugin.name, cause);
    }
  }
}

function explainReference({ name, version }: ServiceReference): string | undefined {
  if (typeof name !== 'string' || !/^[a-z][a-z0-9-]*\.[a-z][a-z0-9-]*$/.test(name))
    return `The name of its service ${name} is not of the form <plugin>.<service>.`;
  if (typeof version !== 'string' || parseVersion(version) === undefined)
    return `The version ${version} of the service ${name} is not of the form 1.2.3.`;
  return undefined;
}

function explainOffer(plugin: PluginManifest, service: OfferedService<ServiceContext>, offered: ReadonlySet<string>): string | undefined {
  const { name } = service;
  if (pluginOfService(service) !== plugin.name) return `It offers the service ${name}, whose name does not begin with ${plugin.name}.`;
  if (offered.has(name)) return `It offers the service ${name} twice.`;
  if (typeof service.create !== 'function') return `Its service ${name} is not made by offerService.`;
  return undefined;
}

function explainUse(plugin: PluginManifest, token: ServiceReference, owner: PluginManifest | undefined): string | undefined {
  const { name, version } = token;
  const ownerName = pluginOfService(token);
  if (owner === plugin) return `It uses the service ${name}, which is its own.`;
  if (![...(plugin.requires ?? []), ...(plugin.optional ?? [])].includes(ownerName))
    return `It uses the service ${name}, but names the plugin ${ownerName} neither in requires nor in optional.`;
  if (owner === undefined) return undefined;
  const service = owner.services?.find((one) => one.name === name);
  if (service === undefined) return `It uses the service ${name}, which the plugin ${ownerName} ${owner.version} does not offer.`;
  if (satisfiesRange(service.version, `^${version}`) !== true)
    return `It uses version ${version} of the service ${name}; the plugin ${ownerName} ${owner.version} offers ${service.version}.`;
  return undefined;
}

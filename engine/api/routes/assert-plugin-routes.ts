import { MusterError } from '../../errors/index.ts';
import type { HostedRoute } from '../../plugin-host/index.ts';
import type { DefinitionSnapshot } from '../../registry/index.ts';
import { findAtPath } from '../module-endpoints/module-directory.ts';

/** The error of a plugin's route that cannot be served. */
export function createInvalidRouteError({ plugin, method, path }: HostedRoute, cause: string): MusterError {
  return new MusterError('plugin_invalid', { values: { plugin, cause: `Its route ${method} ${path} ${cause}` }, data: { plugin } });
}

/**
 * Checks that no route of a plugin replaces an endpoint of the product: one with a fixed path, or an endpoint of modules under the path of
 * a module. `served` are the product's routes, such as 'GET /api/:base/:id'. Errors: `plugin_invalid`.
 */
export function assertPluginRoutes(routes: readonly HostedRoute[], served: readonly string[], snapshot: DefinitionSnapshot): void {
  const endpoints = served.map((name) => ({ name, parts: splitEndpoint(name) })).filter(({ parts }) => !parts.includes('*'));
  for (const route of routes) {
    const parts = splitEndpoint(`${route.method} ${route.path}`);
    const replaced = endpoints.find((endpoint) => isReplaced(endpoint.parts, parts, snapshot));
    if (replaced !== undefined) throw createInvalidRouteError(route, `would replace the product's own ${replaced.name}.`);
  }
}

/** Method and parts of the path; the router ignores a slash at the end. */
function splitEndpoint(name: string): readonly string[] {
  return name.replace(/\/$/, '').split(/[ /]+/);
}

/**
 * A parameter of both is the same, whatever its name. A fixed part instead of a parameter is another endpoint, such as 'summary' instead of
 * an id, but for the path of a module.
 */
function isReplaced(endpoint: readonly string[], route: readonly string[], snapshot: DefinitionSnapshot): boolean {
  return (
    endpoint.length === route.length &&
    endpoint.every((part, index) => {
      const other = route[index] ?? '';
      if (part === ':base') return other.startsWith(':') || findAtPath(snapshot, other) !== undefined;
      return part.startsWith(':') ? other.startsWith(':') : part === other;
    })
  );
}

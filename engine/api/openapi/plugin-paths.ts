import type { ErrorRow } from '../../errors/index.ts';
import type { HostedRoute } from '../../plugin-host/index.ts';
import type { JsonObject } from '#engine/model';
import { json, parameter } from './describe-call.ts';
import { refusalsWith } from './refusals.ts';

/** The calls that plugins add, with the bodies that they are held to and the errors that they may answer. */
export function pluginPaths(routes: readonly HostedRoute[], isShown: (path: string) => boolean): { [path: string]: { [method: string]: JsonObject } } {
  const paths: { [path: string]: { [method: string]: JsonObject } } = {};
  for (const route of routes) {
    if (!isShown(route.path)) continue;
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    (paths[path] ??= {})[route.method.toLowerCase()] = describe(route, path);
  }
  return paths;
}

function describe(route: HostedRoute, path: string): JsonObject {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']): JsonObject => ({ name, in: 'path', required: true, schema: { type: 'string' } }));
  const parameters = [...inPath, ...(route.method === 'GET' ? [] : [parameter('BatchId')])];
  return {
    summary: route.summary ?? `A call of the plugin ${route.plugin}`,
    operationId: `${route.method.toLowerCase()}${path.replace('/api/', '_').replace(/[^A-Za-z0-9]+/g, '_').replace(/_$/, '')}`,
    tags: [path.split('/')[2] ?? route.plugin],
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(route.method === 'GET' ? {} : { requestBody: { required: route.body !== undefined, content: json(route.body ?? { type: 'object' }) } }),
    responses: { [String(route.status ?? 200)]: { description: 'Done.', content: json(route.answer ?? {}) }, ...refusalsWith(route.errors) },
  };
}

export type ErrorRows = { readonly [code: string]: ErrorRow };

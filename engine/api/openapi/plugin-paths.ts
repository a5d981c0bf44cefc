import type { HostedRoute } from '../../plugin-host/index.ts';
import type { JsonObject } from '#engine/model/values';
import { closeNestedObjects } from '../request/close-nested-objects.ts';
import { buildErrorResponses } from './components.ts';
import { json, operationIdOf, parameter, pathParametersOf, toTemplate, type Paths } from './schema-parts.ts';

/** Returns the endpoints that plugins add, with the schemas that their bodies are validated with and the errors that they may return. */
export function pluginPaths(routes: readonly HostedRoute[], isShown: (path: string) => boolean): Paths {
  const paths: Paths = {};
  for (const route of routes) {
    if (!isShown(route.path)) continue;
    const path = toTemplate(route.path);
    (paths[path] ??= {})[route.method.toLowerCase()] = describe(route, path);
  }
  return paths;
}

function describe(route: HostedRoute, path: string): JsonObject {
  const parameters = [...pathParametersOf(path), ...(route.isRead ? [] : [parameter('IdempotencyKey'), parameter('BatchId')])];
  return {
    summary: route.summary ?? `An endpoint of the plugin ${route.plugin}`,
    operationId: operationIdOf(route.method, path),
    tags: [path.split('/')[2] ?? route.plugin],
    ...(route.access === 'session' ? {} : { security: route.access === 'link' ? [{ link: [] }] : [] }),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(route.method === 'GET'
      ? {}
      : {
          requestBody: {
            required: route.bodySchema !== undefined,
            content: describeBody(route),
          },
        }),
    responses: {
      [String(route.status ?? 200)]:
        route.status === 302 ? { description: 'Goes to another address.' } : { description: 'Done.', content: describeContent(route) },
      ...buildErrorResponses(route.errors),
    },
  };
}

/** Webhooks send forms. */
function describeBody({ access, bodySchema = { type: 'object' } }: HostedRoute): JsonObject {
  const content = json(closeNestedObjects(bodySchema));
  return access === 'public' ? { ...content, 'application/x-www-form-urlencoded': content['application/json'] ?? {} } : content;
}

/** A route with downloads returns JSON too only if it has a schema for it. */
function describeContent({ responseSchema, downloads }: HostedRoute): JsonObject {
  const files = Object.fromEntries(downloads.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]));
  return downloads.length > 0 && responseSchema === undefined ? files : { ...json(responseSchema ?? {}), ...files };
}

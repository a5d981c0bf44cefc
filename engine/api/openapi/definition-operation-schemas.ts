import type { DefinitionKind } from '#engine/model/definitions';
import type { JsonObject } from '#engine/model/values';
import { FLAT_PROPERTIES, WORKFLOW_PARTS, type WorkflowPart } from '#engine/model/workflows';
import { SEARCH_SCHEMA } from '../request/search-input.ts';
import { object, page, queryParametersOf, reference, TEXT, TEXTS, whole } from './schema-parts.ts';

/**
 * Request and response schemas of the endpoints with fixed paths, by 'METHOD /path/:id'. The response of an endpoint that
 * is not listed is an object.
 */
export interface OperationSchema {
  readonly body?: JsonObject;
  readonly response?: JsonObject;
  /** Of a response that is not JSON. */
  readonly mediaType?: string;
  /** Parameters of the query string. */
  readonly query?: readonly JsonObject[];
  /**
   * true: the endpoint saves a record and accepts all headers and query parameters of a save; 'once': it saves something
   * else and accepts an idempotency key.
   */
  readonly idempotency?: true | 'once';
  /** The status of the response when it is not 200; the response with the status 202, if the request may take effect later. */
  readonly status?: '201';
  readonly accepted?: JsonObject;
}

/** The response of a removal of definitions. */
export const REMOVED: JsonObject = object({ success: { const: true }, deleted: TEXTS, refused: { type: 'array', maxItems: 0 } });

/** The query parameters of a list. */
export const LISTED = queryParametersOf(SEARCH_SCHEMA);

/** What happens to the values of what a change of definitions removes. */
export const VALUES: JsonObject = {
  name: 'values',
  in: 'query',
  required: false,
  schema: { type: 'string', pattern: '^(keep|clear|move:.+)$' },
  description: 'What happens to values that are in the way: keep them, clear them, or move those of a removed option to another one.',
};

/** Schemas of the calls of workflows and their parts. */
export function workflowOperationSchemas(): { readonly [operation: string]: OperationSchema } {
  const parts = WORKFLOW_PARTS.map(partOperationSchemas);
  return {
    ...definitionOperationSchemas('/api/workflows', 'workflow'),
    'POST /api/workflows/paged-search': { body: reference('SearchRequest'), response: page(reference('Definition.workflow')) },
    ...(Object.assign({}, ...parts) as { readonly [operation: string]: OperationSchema }),
  };
}

/** The flat form of the actions, alerts and conditions of workflows. */
function partOperationSchemas(part: WorkflowPart): { readonly [operation: string]: OperationSchema } {
  const own = Object.fromEntries(FLAT_PROPERTIES[part].map((name) => [name, {}]));
  const entry = object({ _id: TEXT, workflow: TEXT, ...own }, FLAT_PROPERTIES[part]);
  const changes = object({ _id: TEXT, workflow: TEXT, ...own }, ['_id', 'workflow', ...FLAT_PROPERTIES[part]]);
  const base = `/api/workflow-${part}`;
  return {
    ...operationSchemasOf(base, { entry, changes, created: { ...changes, required: ['workflow'] } }),
    [`DELETE ${base}/by-workflow/:id`]: { response: REMOVED, idempotency: 'once' },
  };
}

/** Schemas of the calls of the definitions of a kind. */
export function definitionOperationSchemas(base: string, kind: DefinitionKind): { readonly [operation: string]: OperationSchema } {
  const [entry, changes] = [reference(`Definition.${kind}`), reference(`Definition.${kind}.update`)];
  const operations = operationSchemasOf(
    base,
    { entry, changes, created: reference(`Definition.${kind}.create`) },
    kind === 'dropdown' ? [VALUES] : [],
  );
  // The layouts of a module are also returned under its name.
  return kind === 'layout' ? { ...operations, [`GET ${base}/:id`]: { response: { anyOf: [entry, whole(entry)] } } } : operations;
}

function operationSchemasOf(
  base: string,
  { entry, changes, created }: { readonly entry: JsonObject; readonly changes: JsonObject; readonly created: JsonObject },
  query: readonly JsonObject[] = [],
): { readonly [operation: string]: OperationSchema } {
  return {
    ...sameFor([`GET ${base}`, `GET ${base}/list`], { response: page(entry), query: LISTED }),
    ...sameFor([`POST ${base}/search`, `POST ${base}/dataSourceSearch`], { body: reference('SearchRequest'), response: page(entry) }),
    ...sameFor([`POST ${base}`, `POST ${base}/create`], {
      body: created,
      response: entry,
      status: '201',
      idempotency: 'once',
    }),
    [`GET ${base}/:id`]: { response: entry },
    [`PUT ${base}/:id`]: { body: changes, response: entry, query, idempotency: 'once' },
    [`PUT ${base}/update`]: { body: { allOf: [changes], required: ['_id'] }, response: entry, query, idempotency: 'once' },
    [`DELETE ${base}/:id`]: { response: REMOVED, idempotency: 'once' },
  };
}

/** The same schemas for several operations. */
export function sameFor(operations: readonly string[], schema: OperationSchema): { readonly [operation: string]: OperationSchema } {
  return Object.fromEntries(operations.map((operation) => [operation, schema]));
}

import { INDEX_STATES, type IndexState } from '#engine/model/wire';
import type { CompiledModule } from '#engine/model/compiled';
import type { ModuleDefinition } from '#engine/model/definitions';
import { leaveIndexOut, takeIndexIn } from '../../indexes/index.ts';
import { moduleNamed } from '../module-endpoints/module-directory.ts';
import { compileCheck } from '../request/parameters.ts';
import { assertSystemAdmin, bodyOf, type EndpointRouter, type RequestContext } from '../request/request-context.ts';
import { readPagination, SEARCH_SCHEMA } from '../request/search-input.ts';
import { writeDefinitions } from '../request/write-definitions.ts';
import { textOf } from '../request/write-input.ts';
import type { ApiResponse } from '../responses/send-response.ts';

const PAGE = 50;
const { pageNumber, pageSize } = SEARCH_SCHEMA.properties;

/** Query parameters of the report, also for the OpenAPI document. */
export const INDEXES_QUERY_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  properties: { module: { type: 'string', minLength: 1 }, state: { enum: [...INDEX_STATES] }, pageNumber, pageSize },
};

const reportCheck = compileCheck<{ module?: string; state?: IndexState; pageNumber?: number; pageSize?: number }>(INDEXES_QUERY_SCHEMA);

/**
 * `/api/indexes`: the indexes of all modules and how often queries used them; `/drop` and `/restore` change the definition of
 * a module so that it does without one, or has it again. System Admins only.
 */
export function serveIndexes({ on, services }: EndpointRouter): void {
  on({ method: 'GET', url: '/api/indexes' }, async (context) => {
    await assertSystemAdmin(context);
    const query = reportCheck.readQuery(context.query);
    const { pageNumber, pageSize, offset } = readPagination(query, PAGE);
    const found = (await services.indexUses.report(context.snapshot)).filter(
      ({ module, state }) => (query.module ?? module) === module && (query.state ?? state) === state,
    );
    return { body: { data: found.slice(offset, offset + pageSize), total: found.length, pageNumber, pageSize } };
  });
  on({ method: 'POST', url: '/api/indexes/drop' }, (context) => change(context, leaveIndexOut));
  on({ method: 'POST', url: '/api/indexes/restore' }, (context) => change(context, takeIndexIn));
}

/** Publishes the changed definition of the module, as an edit of the module does. */
function change(
  context: RequestContext,
  edit: (module: CompiledModule, fields: readonly string[]) => ModuleDefinition,
): Promise<ApiResponse> {
  return writeDefinitions(context, () => {
    const body = bodyOf(context);
    const module = moduleNamed(context, textOf(body, 'module'));
    const definition = edit(module, body['fields'] as readonly string[]);
    return { changes: [{ kind: 'module', id: module.id, definition }], buildResponse: () => ({ body: { success: true } }) };
  });
}

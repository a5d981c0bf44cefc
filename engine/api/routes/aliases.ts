import { compileCheck } from '../request/parameters.ts';
import { assertSystemAdmin, parameterOf, type EndpointRouter } from '../request/request-context.ts';
import { readPagination, SEARCH_SCHEMA } from '../request/search-input.ts';
import { writeDefinitions } from '../request/write-definitions.ts';

const PAGE = 50;
const { pageNumber, pageSize } = SEARCH_SCHEMA.properties;

/** Query parameters of the list, also for the OpenAPI document. */
export const ALIASES_QUERY_SCHEMA = { type: 'object', additionalProperties: false, properties: { pageNumber, pageSize } };

const listCheck = compileCheck<{ pageNumber?: number; pageSize?: number }>(ALIASES_QUERY_SCHEMA);

/**
 * `/api/aliases`: the earlier names of modules, fields and relations that the API accepts, with their uses; DELETE removes one. System
 * Admins only. Errors: `definition_not_found`.
 */
export function serveAliases({ on, services: { changeSets } }: EndpointRouter): void {
  on({ method: 'GET', url: '/api/aliases' }, async (context) => {
    await assertSystemAdmin(context);
    const page = readPagination(listCheck.readQuery(context.query), PAGE);
    const { data, total } = await changeSets.aliases({ offset: page.offset, limit: page.pageSize });
    return { body: { data, total, pageNumber: page.pageNumber, pageSize: page.pageSize } };
  });
  on({ method: 'DELETE', url: '/api/aliases/:id' }, (context) =>
    writeDefinitions(context, () => {
      const { name, ...removal } = changeSets.aliasRemoval(parameterOf(context, 'id'));
      return { ...removal, changeSet: { name }, buildResponse: () => ({ body: { success: true } }) };
    }),
  );
}

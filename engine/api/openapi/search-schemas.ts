import type { Rights } from '../../access/index.ts';
import type { CompiledModule } from '#engine/model/compiled';
import type { JsonObject } from '#engine/model/values';
import { FIGURES_SCHEMA } from '../module-endpoints/operations/figures.ts';
import { GROUP_SCHEMA } from '../module-endpoints/operations/group.ts';
import { RELATED_SCHEMA } from '../module-endpoints/operations/related.ts';
import { SEARCH_SCHEMA } from '../request/search-input.ts';
import { pageOf } from './components.ts';
import { schemaNames } from './describe-endpoint.ts';
import { buildFilterSchema, filterName } from './filter-schemas.ts';
import { SEARCH_FOR_ONE_DESCRIPTION, publicSchema, reference } from './schema-parts.ts';

/**
 * The search schemas of a module: requests, derived from the schemas that they are validated with plus the module's own
 * names, and responses.
 */
export function buildSearchSchemas(
  module: CompiledModule,
  rights: Rights,
  isReachable: (name: string) => boolean,
): { readonly [name: string]: JsonObject } {
  const names = schemaNames(module.name);
  const fields = [...module.fields.values()]
    .filter((field) => rights.field(module.name, field.name).read !== 'none')
    .map((field) => field.name);
  const relations = [...module.relations.values()].filter(({ direction, fieldName, modules }) =>
    direction === 'forward' ? fields.includes(fieldName) : modules.every(isReachable),
  );
  const others = [...new Set(relations.flatMap((relation) => relation.modules))].filter(isReachable);
  const searchTerms = reference(filterName(module.name));
  const populate: JsonObject = {
    anyOf: [
      { type: 'boolean' },
      listOf(
        relations.map(({ name }) => name),
        500,
      ),
    ],
  };
  const search = withProperties(publicSchema(SEARCH_SCHEMA), {
    searchTerms,
    fields: listOf(['_id', '_version', ...fields], 500),
    populate,
  });
  return {
    [filterName(module.name)]: buildFilterSchema(module, rights, isReachable),
    [names.search]: search,
    [names.searchForOne]: {
      ...search,
      description: SEARCH_FOR_ONE_DESCRIPTION,
      properties: { ...Object.fromEntries(fields.map((name) => [name, {}])), ...(search['properties'] as JsonObject) },
    },
    [names.group]: withProperties(publicSchema(GROUP_SCHEMA), { searchTerms }),
    [names.figures]: withProperties(publicSchema(FIGURES_SCHEMA), { searchTerms }),
    // Fields, filter and populate of a related list are those of the module at its other end.
    [names.related]: withProperties(publicSchema(RELATED_SCHEMA), { relation: oneOf(relations.map(({ name }) => name)) }),
    [names.relatedPage]: withModule(
      pageOf(others.length === 0 ? reference('any.record') : { anyOf: others.map((other) => reference(schemaNames(other).record)) }),
    ),
  };
}

function withProperties(schema: JsonObject, properties: JsonObject): JsonObject {
  return { ...schema, properties: { ...(schema['properties'] as JsonObject), ...properties } };
}

/** Adds the module of the records to the response of a related list. */
function withModule(page: JsonObject): JsonObject {
  return { ...page, required: ['module', ...(page['required'] as readonly string[])] };
}

function listOf(names: readonly string[], maxItems: number): JsonObject {
  return { type: 'array', maxItems, items: oneOf(names) };
}

function oneOf(names: readonly string[]): JsonObject {
  return names.length === 0 ? { type: 'string', minLength: 1, maxLength: 200 } : { type: 'string', enum: names };
}
